import { vi } from 'vitest';
import type { Case } from '../../../packages/plid-kits/conformance/case.ts';
import { sessionCases } from '../../../packages/plid-kits/conformance/cases/session-op.ts';
import { signInBy } from '../../../packages/plid-kits/conformance/index.ts';
import { cases } from '../../../packages/plid-kits/conformance/run.ts';
import { Target } from '../../../packages/plid-kits/conformance/target.ts';
import { type Result, runCases } from '../../../packages/plid-kits/test-suite/run-cases.ts';
import type { Received } from './answer-faults.ts';
import { application, origin, other, relyingParty } from './provider-in-memory.ts';
import { RightService } from './right-service.ts';

/** Every case of the suite, for a service and for a gateway. */
export const everyCase: readonly Case[] = [...cases, ...sessionCases];

/** What a case has done: its requests in a readable form, the answers and callbacks, and its result. */
export interface Run {
  requests: string[];
  received: Received[];
  callbacks: string[];
  result: Result;
}

/** Changes of the answers and callbacks of a right service. */
export interface Changes {
  answer?(answer: Received, index: number): Received;
  callback?(address: string, index: number): string;
}

/** Headers that differ from those of a request for JSON, in a readable form. */
function describeHeaders(given: RequestInit['headers']): string {
  const { 'Content-Type': _, Authorization, ...others } = given as Record<string, string>;
  const basic = Authorization?.startsWith('Basic ') && `Basic ${atob(Authorization.slice(6))}`;
  const all = { ...others, ...(Authorization && { Authorization: basic || Authorization }) };
  return Object.entries(all)
    .filter(([name, value]) => name !== 'Accept-Language' && value !== 'application/json')
    .map(([name, value]) => `\n    ${name}: ${value}`)
    .join('');
}

function describeRequest(address: string, { method = 'GET', headers, body }: RequestInit): string {
  const url = new URL(address);
  const form = body && `\n    form ${body}`;
  return `${method} ${url.pathname}${url.search}${form ?? ''}${describeHeaders(headers)}`;
}

/** Numbers the IDs that a case makes up. */
function numberIds() {
  let ids = 0;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    ids += 1;
    return `made-up-id-${ids}-0`;
  });
}

/** Runs a case at a new correct service whose responses are changed. */
export async function runCase(one: Case, changes: Changes = {}): Promise<Run> {
  numberIds();
  const service = new RightService();
  const [requests, callbacks, received]: [string[], string[], Received[]] = [[], [], []];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(describeRequest(address, init));
    const came = await service.fetch(address, init);
    const of = `${init.method} ${new URL(address).pathname} ${came.status}`;
    const right = { of, status: came.status, headers: [...came.headers], text: await came.text() };
    const { status, headers, text } = changes.answer?.(right, received.length) ?? right;
    received.push(right);
    return new Response(text, { status, headers });
  });
  const signIn = signInBy(true, async (request) => {
    const { pathname, search } = new URL(request.address);
    requests.push(`sign-in${request.autoLogin ? ' with automatic login' : ''} ${pathname}${search}`);
    const { callback, ...more } = await service.signIn(request);
    const changed = changes.callback?.(callback, callbacks.length) ?? callback;
    callbacks.push(callback);
    return { callback: changed, ...more };
  });
  const target = new Target({ url: origin, ...application, other, relyingParty, signIn });
  const { results } = await runCases(target, [one], undefined).finally(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return { requests, received, callbacks, result: results[0] as Result };
}
