import type { Case } from './cases.ts';

/**
 * A case for languages whose own library reads no JSON: the secret, then `name=type:value` for each value, with tabs between
 * them. A number is a Double, as Gson makes it.
 */
export function asLine({ answer: { user, ...envelope }, client_secret }: Case): string {
  const ofUser = Object.entries(user ?? {}).map(([name, value]) => `user.${name}=${typed(value)}`);
  const others = Object.entries(envelope).map(([name, value]) => `${name}=${typed(value)}`);
  return [client_secret, ...others, ...ofUser].join('\t');
}

function typed(value: unknown): string {
  if (value === null) return 'n:';
  if (typeof value === 'number') return `d:${value}`;
  const text = String(value).replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return `s:${text}`;
}

/** The result that a reader has printed. @returns null for a refusal. */
export function userOfLine(line: string): unknown {
  if (line === 'refused') return null;
  const pairs = line.trim().split('\t');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
