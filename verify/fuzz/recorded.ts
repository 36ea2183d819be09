import type { Target } from '../../test/attacks/support/targets.ts';
import { templateOf } from '../../test/support/assertions/contract.ts';
import type { Init } from '../../test/support/fixtures/browser-session.ts';
import { origins } from '../../test/support/world/test-settings.ts';
import type { Draft, Field, Half } from './request-draft.ts';

export const halfOf = ({ origin }: URL): Half | undefined =>
  (['service', 'gateway', 'sandbox'] as const).find((half) => origins[half] === origin);

/** Headers that the client of the tests, or the runtime, adds to every request. */
const added = ['host', 'content-length', 'connection', 'accept-encoding', 'user-agent', 'cf-connecting-ip'];

export function draftOfRequest(url: URL, { method = 'GET', headers = {}, body }: Init): Draft {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const text = typeof body === 'string' ? body : undefined;
  return {
    half: halfOf(url) ?? 'gateway',
    template: templateOf(url) ?? '/*',
    method,
    path: url.pathname,
    query: fieldsOf(url.search.slice(1)),
    headers: Object.entries(headers).filter(([name]) => !added.includes(name.toLowerCase())),
    ...(text === undefined ? {} : { body: bodyOf(type, text) }),
    twists: [],
  };
}

function bodyOf(type: string, text: string): NonNullable<Draft['body']> {
  if (type.startsWith('application/json')) return { type: 'json', value: JSON.parse(text) };
  if (type.startsWith('application/x-www-form-urlencoded')) return { type: 'form', fields: fieldsOf(text) };
  return { type: 'text', text };
}

const fieldsOf = (text: string): Field[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));

/** Fields of JSON that are arrays. */
const lists = new Set(['redirect_uris', 'attributes', 'faults']);

export function draftOf({ half, path, method = 'GET', fields = {}, headers = {}, type }: Target): Draft {
  const url = new URL(path.replaceAll('*', 'made-up'), origins[half]);
  const pairs = Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));
  const json = Object.entries(fields).map(([name, value]) => [
    name,
    lists.has(name) ? [value].flat() : value,
  ]);
  return {
    half,
    method,
    path: url.pathname,
    template: templateOf(url) ?? '/*',
    query: type === undefined ? pairs : [],
    headers: Object.entries(headers),
    ...(type === 'form' && { body: { type, fields: pairs } }),
    ...(type === 'json' && { body: { type, value: Object.fromEntries(json) } }),
    twists: [],
  };
}
