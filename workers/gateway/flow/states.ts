import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { fromKv } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure, log } from '../../core/worker/log.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { flowCookieLifetime } from '../shared/gateway-lifetimes.ts';

/**
 * What KV remembers of the states that this gateway issued. It chooses the text of a refusal and recognises a
 * repeat. It never authorises anything, since KV lags: the sealed flow decides.
 */
export type StateRecord = { status: 'unknown' | 'issued' } | { status: 'used'; session: string };

type StatesContext = Pick<Context<Pick<Bindings, 'STATES'>>, 'env' | 'waitUntil'>;

/** Written after the response, and only for a page that a person has opened in a browser that sends Sec-Fetch-Dest. */
export function recordIssued(
  { env, request, waitUntil }: StatesContext & Pick<Context<unknown>, 'request'>,
  state: string,
): void {
  if (request.headers.get('Sec-Fetch-Dest') !== 'document') return;
  waitUntil(write(env, state, 'issued', flowCookieLifetime));
}

/** Written after the response. @param session the id of the session in which the flow ended. @param lifetime in seconds. */
export function recordUsed(
  { env, waitUntil }: StatesContext,
  state: string,
  session: string,
  lifetime: number,
): void {
  waitUntil(write(env, state, `used:${session}`, lifetime));
}

export async function readStateRecord(
  { STATES }: Pick<Bindings, 'STATES'>,
  state: string,
): Promise<StateRecord> {
  const read = fromKv('reading a state from KV', STATES.get(await key(state)));
  const record = await read.catch(() => null);
  if (record?.startsWith('used:')) return { status: 'used', session: record.slice('used:'.length) };
  return { status: record === 'issued' ? 'issued' : 'unknown' };
}

async function write({ STATES }: Pick<Bindings, 'STATES'>, state: string, value: string, lifetime: number) {
  try {
    await STATES.put(await key(state), value, { expirationTtl: Math.max(60, lifetime) });
  } catch (failure) {
    log('warn', { doing: 'remembering a state in KV', cause: describeFailure(failure) });
  }
}

/** A key of KV has at most 512 bytes, which an application's state may exceed. */
const key = async (state: string) => `state:${await sha256Base64url(state)}`;
