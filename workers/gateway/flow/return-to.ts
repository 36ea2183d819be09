import { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';

const maxLength = 1_000;

/**
 * Where to lead a person afterwards: a path of the gateway's own origin.
 * @param path as it was asked for; `/` where nothing was. @returns the whole address, which no browser reads as another's.
 * @throws {ProtocolError} `invalid_item` for whatever leads, or could be read to lead, anywhere else.
 */
export function returnAddress(path: string | undefined, origin: string): string {
  if (path === undefined) return `${origin}/`;
  if (!isReturnPath(path, origin)) throw new ProtocolError(refusals.invalid_item, { item: 'return_to' });
  return new URL(path, origin).href;
}

/** Whether a path leads nowhere but to the own origin, however a browser reads it. */
export function isReturnPath(path: string, origin: string): boolean {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) || path.length > maxLength) return false;
  if (!URL.canParse(path, origin)) return false;
  const url = new URL(path, origin);
  return url.origin === origin && !url.pathname.startsWith('//');
}
