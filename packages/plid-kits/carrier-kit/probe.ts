import { carrierCalls } from '../../../workers/core/carrier/port.ts';
import { send } from '../test-suite/http-response.ts';
import type { CarrierOptions } from './options.ts';

/**
 * Sends each call with a body that has no fields, because such a call never reaches a phone.
 * @returns the status of each call's response. @throws if a call gets no response.
 */
export async function statusesOf(options: CarrierOptions): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const call of carrierCalls) statuses[call] = await probe(options, call);
  return statuses;
}

/**
 * Checks whether a call exists by sending a body without fields, because such a call never reaches a phone.
 * @throws if the call gets no response.
 */
async function probe({ url, token, timeout = 8 }: CarrierOptions, call: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = { method: 'POST', path: `/${call}`, body: '{}', headers } as const;
  return (await send(url.replace(/\/$/, ''), timeout, request)).status;
}

/** Whether a status means that a call isn't supported. */
export const isMissing = (status: number): boolean => status === 404 || status === 501;
