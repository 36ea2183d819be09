import { parseAcceptPreferences } from './accept-preferences.ts';

/** Whether a request comes from a browser, which accepts HTML, rather than from a program. */
export function prefersPage({ headers }: Request): boolean {
  const preferences = parseAcceptPreferences(headers.get('Accept'));
  const qualityOf = (type: string) => preferences.find(({ value }) => value === type)?.quality ?? 0;
  return qualityOf('text/html') > qualityOf('application/json');
}
