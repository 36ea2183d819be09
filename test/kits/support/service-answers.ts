import type { ErrorCode } from '../../../workers/core/protocol/error-codes.ts';
import { application, other, relyingParty } from './provider-in-memory.ts';

/** What the parts of a right service share: how they read requests and write answers. */

const registered = [application, other, relyingParty];
export type Registered = (typeof registered)[number];

/** A request as the service reads it. */
export interface Asked {
  method: string;
  path: string;
  headers: Headers;
  query: URLSearchParams;
  form: URLSearchParams;
}

/** A code or token of a user, or a pushed request. */
export interface Grant {
  clientId: string;
  query: URLSearchParams;
  autoLogin?: boolean;
  /** Whether the user wasn't prompted. */
  remembered?: boolean;
  spent?: boolean;
}

export const page = (status = 200, text = '<!doctype html>') =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html' } });
export const redirect = (Location: string) => new Response(null, { status: 302, headers: { Location } });
export const refuse = (status: number, error: ErrorCode, message: string = error) =>
  Response.json({ error, message }, { status });

/** The address of a callback, in the form of a registered address with its own query. */
export const callbackTo = (address: string, query: Record<string, string>) =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;

export const applicationOf = (clientId: string | null) => registered.find((one) => one.clientId === clientId);

/** The application whose credentials a request has, in the header or in the form. */
export function authenticated({ headers, form }: Asked): Registered | undefined {
  const basic = atob((headers.get('Authorization') ?? '').replace('Basic ', ''));
  const [clientId = '', secret] = basic
    ? basic.split(':')
    : [form.get('client_id') ?? '', form.get('client_secret')];
  const found = applicationOf(clientId);
  return found?.clientSecret === secret ? found : undefined;
}
