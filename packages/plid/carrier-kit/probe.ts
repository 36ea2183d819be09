import { carrierCalls } from '../carrier/port.ts';
import { send } from '../test-suite/http-response.ts';
import type { CarrierOptions } from './options.ts';

/** @returns the status that each call answers to a body without fields, which asks nobody. @throws where nothing answers. */
export async function statusesOf(options: CarrierOptions): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const call of carrierCalls) statuses[call] = await probe(options, call);
  return statuses;
}

/** A body without any field: whether an address has a call, without asking anybody. @throws where nothing answers. */
async function probe({ url, token, timeout = 8 }: CarrierOptions, call: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = { method: 'POST', path: `/${call}`, body: '{}', headers } as const;
  return (await send(url.replace(/\/$/, ''), timeout, request)).status;
}

/** Statuses of a call that is not offered. */
export const isMissing = (status: number): boolean => status === 404 || status === 501;
