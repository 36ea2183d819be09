import { RightOpenId } from './right-openid.ts';

/** Faults of single answers, derived from right answers, so that each status, header, field, and claim has its faults. */

/** A correct response that a case has received, and its request and status, such as `POST /oauth2/token 200`. */
export interface Received {
  of: string;
  status: number;
  headers: [string, string][];
  text: string;
}

export interface Fault {
  name: string;
  change(answer: Received): Received;
}

type Json = Record<string, unknown>;

/** Wrong values for a value, by name. */
function wrongValues(value: unknown): [string, unknown][] {
  const others: [string, unknown][] = [
    ['absent', undefined],
    ['null', null],
  ];
  if (typeof value === 'number')
    others.push(
      ['text', String(value)],
      ['zero', 0],
      ['broken', value + 0.5],
      ['earlier', value - 61],
      ['300 less', value - 300],
      ['later', value + 61],
    );
  else if (typeof value === 'string')
    others.push(['empty', ''], ['number', 7], ['other', 'other'], ['longer', `${value}x`]);
  if (typeof value === 'string' && value.includes('://'))
    others.push(
      ['over http', value.replace(/^\w+/, 'http')],
      ['with a password', value.replace('://', '://a:b@')],
    );
  if (typeof value === 'boolean') others.push(['opposite', !value], ['text', String(value)]);
  else if (Array.isArray(value)) others.push(['text', String(value)], ['none', []]);
  return others;
}

const withJson = (answer: Received, json: unknown): Received => ({ ...answer, text: JSON.stringify(json) });

/** Faults of each field of an object. @param put puts the changed object into the answer. */
const faultsOfFields = (
  at: string,
  object: Json,
  put: (changed: Json) => (answer: Received) => Received,
): Fault[] => [
  ...Object.entries(object).flatMap(([name, value]) =>
    wrongValues(value).map(([kind, wrong]) => ({
      name: `${at}${name} ${kind}`,
      change: put({ ...object, [name]: wrong }),
    })),
  ),
  { name: `${at}more`, change: put({ ...object, more: 'x' }) },
  ...Object.keys(object)
    .slice(0, 1)
    .map((name) => ({
      name: `${at}${name.toUpperCase()}`,
      change: put({ ...object, [name.toUpperCase()]: object[name] }),
    })),
];

const claimsOf = (token: unknown): Json =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

function faultsOfJson(json: Json): Fault[] {
  const nested = Object.entries(json).flatMap(([name, value]): Fault[] => {
    const inner = (Array.isArray(value) ? value[0] : value) as unknown;
    if (name === 'id_token')
      return faultsOfFields(
        'id_token.',
        claimsOf(value),
        (changed) => (answer) => withJson(answer, { ...json, id_token: RightOpenId.signed(changed) }),
      );
    if (typeof inner !== 'object' || inner === null) return [];
    const put = (changed: Json) => (Array.isArray(value) ? [changed] : changed);
    return faultsOfFields(
      `${name}.`,
      inner as Json,
      (changed) => (answer) => withJson(answer, { ...json, [name]: put(changed) }),
    );
  });
  return [...faultsOfFields('', json, (changed) => (answer) => withJson(answer, changed)), ...nested];
}

/** Faults of an address with a query. */
export function wrongAddresses(address: string): [string, string][] {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address);
    change(url);
    return url.href;
  };
  const names = [...new URL(address).searchParams.keys()];
  return [
    [
      'elsewhere',
      changed((url) => {
        url.hostname = 'evil.example';
      }),
    ],
    [
      'at another path',
      changed((url) => {
        url.pathname = '/other';
      }),
    ],
    ...names.flatMap((name): [string, string][] => [
      [`without ${name}`, changed(({ searchParams }) => void searchParams.delete(name))],
      [`with another ${name}`, changed(({ searchParams }) => void searchParams.set(name, 'other'))],
    ]),
  ];
}

const statuses = [200, 201, 302, 307, 400, 500];

/** The faults of an answer. Equal answers have equal faults. */
export function faultsOf({ status, headers, text }: Received): Fault[] {
  const location = headers.find(([name]) => name === 'location')?.[1];
  const setHeader = (name: string, value?: string) => (answer: Received) => ({
    ...answer,
    headers: [
      ...answer.headers.filter(([own]) => own !== name),
      ...(value === undefined ? [] : ([[name, value]] as [string, string][])),
    ],
  });
  const faults: Fault[] = statuses
    .filter((other) => other !== status)
    .map((other) => ({ name: `status ${other}`, change: (answer) => ({ ...answer, status: other }) }));
  for (const [name] of headers) faults.push({ name: `no ${name}`, change: setHeader(name) });
  faults.push({ name: 'location added', change: setHeader('location', 'https://evil.example/') });
  faults.push({ name: 'content-type other', change: setHeader('content-type', 'text/plain') });
  if (location !== undefined)
    for (const [name, wrong] of wrongAddresses(location))
      faults.push({ name: `location ${name}`, change: setHeader('location', wrong) });
  if (text.startsWith('{')) faults.push(...faultsOfJson(JSON.parse(text)));
  if (text !== '') faults.push({ name: 'body empty', change: (answer) => ({ ...answer, text: '' }) });
  for (const [, part = ''] of text.matchAll(/(?:action|value)="([^"]*)"/g))
    faults.push({
      name: `another ${part}`,
      change: (answer) => ({ ...answer, text: answer.text.replace(part, 'other') }),
    });
  return faults;
}
