import type { Costs } from '../../bench/costs/costs.ts';
import { expectContract } from '../../test/support/assertions/contract.ts';
import { isOfRuntime } from '../../test/support/assertions/log-watch.ts';
import type { Answer } from '../../test/support/requests/send.ts';
import { isHeld } from '../../test/support/world/world.ts';
import type { Half } from './request-draft.ts';

/** A text that not every caller may see. */
export interface Word {
  text: string;
  /** `settings`: no answer shows it; `victim`: no caller here may see it; any other owner may see their own. */
  owner: string;
  /** A request that holds it counts as its owner's. */
  opens?: boolean;
}

export interface Exchange {
  half: Half;
  method: string;
  url: URL;
  /** Whether the guard answers in front of the application, which decides what it may answer. */
  isOfGuard?: boolean;
  /** The whole request, as text. */
  sent: string;
  answer: Answer;
}

/** A fault. `oracle` names the check that has found it. */
export interface Fault {
  oracle: string;
  says: string;
}

/** The longest answer, in milliseconds: on a busy machine no sound answer takes as long. */
export const slowest = 10_000;

/** Signs of our code or its failures, which no answer may show. */
const insides =
  /\bat (?:async )?\S+ \(|\.tsx?:\d|\.js:\d|\b(?:Type|Range|Syntax|Reference|Protocol|Internal)Error\b|node_modules|SQLITE_/;

/** The header with which the application behind the guard marks its answers. */
export const applicationMark = 'X-From-Application';

const isOfApplication = ({ answer }: Exchange) => answer.headers.has(applicationMark);

/** The only 5xx of a world in which nothing fails (§4.2). */
const isInvalidCode = ({ url, answer: { status, body } }: Exchange): boolean =>
  status === 500 && url.pathname === '/oauth2/token' && /Invalid authorization code|인가 코드/.test(body);

type Oracle = (exchange: Exchange, words: readonly Word[]) => string[];

const oracles: Readonly<Record<string, Oracle>> = {
  fault: (exchange) =>
    exchange.answer.status >= 500 && !isInvalidCode(exchange) ? [`the status ${exchange.answer.status}`] : [],

  contract(exchange) {
    const { method, url, answer } = exchange;
    if (!isHeld(url) || exchange.isOfGuard || isOfApplication(exchange)) return [];
    try {
      expectContract(method, url, answer);
      return [];
    } catch (failure) {
      return [(failure as Error).message];
    }
  },

  insides: ({ answer }) => {
    const [found] = insides.exec(textOf(answer)) ?? [];
    return found === undefined ? [] : [`it shows ${found}`];
  },

  leak: ({ half, url, sent, answer }, words) => {
    const text = textOf(answer);
    const askers = new Set(
      words.filter((word) => word.opens && sent.includes(word.text)).map(({ owner }) => owner),
    );
    const isShown = ({ text: word, owner }: Word) => {
      // People and the requests on their phones are the sandbox's own business.
      if (owner !== 'settings' && half === 'sandbox') return true;
      // An operator sees what was registered, and earlier requests have registered values of these users.
      const isRegistered = askers.has('settings') && url.pathname.startsWith('/admin/applications');
      if (isRegistered && (owner === 'asker' || owner === 'other')) return true;
      return owner !== 'settings' && (askers.has(owner) || sent.includes(word));
    };
    return words
      .filter((word) => text.includes(word.text) && !isShown(word))
      .map(({ owner, text: word }) => `it shows what is of ${owner}: ${word.slice(0, 12)}…`);
  },

  headers: (exchange) => {
    if (isOfApplication(exchange)) return [];
    const { headers } = exchange.answer;
    const expected: [string, RegExp][] = [
      ['Cache-Control', /^no-store$/],
      ['Referrer-Policy', /^no-referrer$/],
      ['X-Content-Type-Options', /^nosniff$/],
      ['Cross-Origin-Resource-Policy', /^same-origin$/],
      ['X-Request-Id', /^[0-9a-f]{16}$/],
      ...(exchange.url.protocol === 'https:'
        ? [['Strict-Transport-Security', /^max-age=\d{8}/] as [string, RegExp]]
        : []),
    ];
    const wrong = expected.filter(([name, value]) => !value.test(headers.get(name) ?? ''));
    const isPage = headers.get('Content-Type')?.startsWith('text/html');
    const policy = headers.get('Content-Security-Policy') ?? '';
    return [
      ...wrong.map(([name]) => `the header ${name} is ${headers.get(name)}`),
      ...(isPage && !/default-src 'none'.*frame-ancestors/.test(policy)
        ? [`the policy of a page is ${policy}`]
        : []),
    ];
  },

  redirect: (exchange) => {
    const { status, headers } = exchange.answer;
    if (status < 300 || status >= 400 || isOfApplication(exchange)) return [];
    const location = headers.get('Location') ?? '';
    const found = status === 302 || status === 303 ? [] : [`the redirect ${status}`];
    return isElsewhere(location, exchange.url) ? [...found, `it leads to ${location}`] : found;
  },

  injection: ({ answer: { headers } }) =>
    headers.getSetCookie().some((cookie) => /^a=b/.test(cookie)) || headers.has('X')
      ? ['a header that was sent as a value']
      : [],

  slow: ({ answer: { milliseconds } }) => (milliseconds > slowest ? [`it took ${milliseconds} ms`] : []),
};

const textOf = ({ headers, body }: Answer) => `${[...headers].flat().join('\n')}\n${body}`;

/** Whether a redirect leads to an address that is not registered. */
function isElsewhere(location: string, base: URL): boolean {
  if (!URL.canParse(location, base)) return true;
  const { hostname, protocol } = new URL(location, base);
  return hostname.endsWith('evil.example') || protocol === 'javascript:' || protocol === 'data:';
}

export const faultsOf = (exchange: Exchange, words: readonly Word[]): Fault[] =>
  Object.entries(oracles).flatMap(([oracle, hold]) =>
    hold(exchange, words).map((says) => ({ oracle, says })),
  );

/** Every fault of a line of the log. @param request the id of the request that the line is about. */
export function faultsOfLine(line: string, words: readonly Word[]): (Fault & { request?: string })[] {
  if (line === '' || isOfRuntime(line)) return [];
  const fields = parse(line);
  const request = typeof fields?.request === 'string' ? { request: fields.request } : {};
  const says = [
    ...(fields === undefined ? [`no line of a worker: ${line.slice(0, 300)}`] : []),
    ...(fields?.reason === 'internal' || fields?.reason === 'unavailable' ? [line.slice(0, 500)] : []),
    ...words
      .filter(({ text }) => line.includes(text))
      .map(({ owner, text }) => `a line of the log holds what is of ${owner}: ${text.slice(0, 12)}…`),
  ];
  return says.map((each) => ({ oracle: 'log', says: each, ...request }));
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The storage that unauthenticated requests must not use: all. An exception is the nonce of a state, which is stored for twenty minutes, under its own limit. */
export function faultsOfCosts({ objects, kv }: Pick<Costs, 'objects' | 'kv'>): Fault[] {
  const written = [
    ...Object.entries(objects).filter(([, { rowsWritten, bytes }]) => rowsWritten > 0 || bytes > 0),
    ...Object.entries(kv).filter(([kind, { writes }]) => kind !== 'state' && writes > 0),
  ];
  return written.map(([name, cost]) => ({ oracle: 'storage', says: `${name}: ${JSON.stringify(cost)}` }));
}
