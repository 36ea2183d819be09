import { carrierCalls } from '../carrier/port.ts';
import { send } from '../test-suite/http-response.ts';
import type { CarrierOptions } from './options.ts';

/**
 * @returns the status with which each call responds to a body without fields, which reaches no phone. @throws
 * without a response.
 */
export async function statusesOf(options: CarrierOptions): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const call of carrierCalls) statuses[call] = await probe(options, call);
  return statuses;
}

/**
 * Sends a body without fields: this shows whether a call exists without reaching a phone. @throws without a
 * response.
 */
async function probe({ url, token, timeout = 8 }: CarrierOptions, call: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = { method: 'POST', path: `/${call}`, body: '{}', headers } as const;
  return (await send(url.replace(/\/$/, ''), timeout, request)).status;
}

/** Whether a status means that a call isn't supported. */
export const isMissing = (status: number): boolean => status === 404 || status === 501;
