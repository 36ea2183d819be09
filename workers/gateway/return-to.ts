import { ProtocolError } from '../core/errors.ts';

const longest = 1_000;

/**
 * Where to lead a person afterwards: a path of the gateway's own origin.
 * @param path as it was asked for; `/` where nothing was. @returns the whole address, which no browser reads as another's.
 * @throws {ProtocolError} `invalid_item` for whatever leads, or could be read to lead, anywhere else.
 */
export function returnAddress(path: string | undefined, origin: string): string {
  const refused = new ProtocolError('invalid_item', { item: 'return_to' });
  if (path === undefined) return `${origin}/`;
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) || path.length > longest) throw refused;
  if (!URL.canParse(path, origin)) throw refused;
  const url = new URL(path, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) throw refused;
  return url.href;
}
