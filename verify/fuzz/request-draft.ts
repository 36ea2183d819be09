import { gzipSync } from 'node:zlib';
import type { Sent } from '../../test/support/requests/send.ts';

export interface Field {
  name: string;
  value: string;
  /** The value is written into the request as it is, not percent-encoded. */
  isRaw?: boolean;
}

export type Half = 'service' | 'gateway' | 'sandbox';

type Body =
  | { type: 'form'; fields: Field[] }
  | { type: 'json'; value: unknown }
  | { type: 'text'; text: string };

/** A change of the bytes of a body, applied in order. */
type Twist =
  | { does: 'cut'; at: number }
  | { does: 'compress' }
  | { does: 'double' }
  | { does: 'utf16' }
  | { does: 'replace'; by: Uint8Array | string };

export interface Draft {
  half: Half;
  /** The path as docs/openapi.yaml writes it: `/admin/applications/{client_id}`. */
  template: string;
  method: string;
  path: string;
  query: Field[];
  headers: [name: string, value: string][];
  body?: Body | undefined;
  twists: Twist[];
  /** The difference between Content-Length and the length of the body, in bytes. */
  lengthError?: number;
}

const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** Writes a request out. A body gets its own type, unless a header names another. */
export function encode({ method, path, query, headers, body, twists, lengthError = 0 }: Draft): Sent {
  const target = path + (query.length > 0 ? `?${encodeFields(query)}` : '');
  if (body === undefined) return { method, target, headers, lengthError };
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const type =
    hasType || body.type === 'text' ? [] : [['Content-Type', types[body.type]] as [string, string]];
  return {
    method,
    target,
    lengthError,
    headers: [...headers, ...type],
    body: twists.reduce(twist, Buffer.from(textOf(body))),
  };
}

function textOf(body: Body): string {
  if (body.type === 'form') return encodeFields(body.fields);
  return body.type === 'json' ? (JSON.stringify(body.value) ?? '') : body.text;
}

const encodeFields = (fields: readonly Field[]): string =>
  fields
    .map(({ name, value, isRaw = false }) =>
      isRaw ? `${name}=${value}` : `${percentEncoded(name)}=${percentEncoded(value)}`,
    )
    .join('&');

const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function twist(body: Buffer, how: Twist): Buffer {
  if (how.does === 'cut') return body.subarray(0, Math.floor(body.length * how.at));
  if (how.does === 'compress') return gzipSync(body);
  if (how.does === 'double') return Buffer.concat([body, body]);
  if (how.does === 'utf16') return Buffer.from(`\ufeff${body.toString()}`, 'utf16le');
  return typeof how.by === 'string' ? Buffer.from(how.by) : Buffer.from(how.by);
}

/** Every named field of a request: of its query, its form, or the top of its JSON. */
export const fieldNames = ({ query, body }: Draft): string[] => [
  ...query.map(({ name }) => name),
  ...(body?.type === 'form' ? body.fields.map(({ name }) => name) : []),
  ...(body?.type === 'json' ? Object.keys(objectOf(body.value)) : []),
];

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Changes every field of this name. @param change returns the fields that replace it; none leave it out. */
export function changeFields(draft: Draft, name: string, change: (field: Field) => Field[]): void {
  const changed = (fields: Field[]) =>
    fields.flatMap((field) => (field.name === name ? change(field) : [field]));
  draft.query = changed(draft.query);
  const { body } = draft;
  if (body?.type === 'form') body.fields = changed(body.fields);
  if (body?.type !== 'json' || !Object.hasOwn(objectOf(body.value), name)) return;
  const { [name]: value, ...others } = objectOf(body.value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const [first] = change({ name, value: text });
  body.value = first === undefined ? others : { ...others, [name]: first.value };
}

/** A request as a command for a shell. @param origin of the half. */
export function asCurl({ method, target, headers, body }: Sent, origin: string): string {
  const quoted = (text: string) =>
    /^[\x20-\x7e]*$/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : ansi(text);
  const data = body === undefined ? [] : [`--data-binary ${quoted(shortened(body.toString('latin1')))}`];
  const named = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    'curl -i --path-as-is',
    `-X ${quoted(method)}`,
    quoted(origin + shortened(target)),
    ...named,
    ...data,
  ].join(' ');
}

const longest = 2_000;
const shortened = (text: string) =>
  text.length > longest ? `${text.slice(0, 500)}… (${text.length} bytes)` : text;

const ansi = (text: string): string =>
  `$'${[...Buffer.from(text)]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
        ? `\\x${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')}'`;
