import type { HttpRequest } from '../runner/system.ts';
import { browserHeaders, forgedValue } from './requests.ts';

export const client = { CLIENT_ID: 'demoshop000000000001', CLIENT_SECRET: '0123456789abcdef'.repeat(4) };
export const redirect = 'https://app.example/callback';

/** A form that an application sends, with its credentials. */
export const form = (path: string, fields: Record<string, string>): HttpRequest => ({
  method: 'POST',
  path,
  headers: {
    Authorization: `Basic ${Buffer.from(`${client.CLIENT_ID}:${client.CLIENT_SECRET}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: `${new URLSearchParams(fields)}`,
});

export const redeem = (code: string): HttpRequest =>
  form('/oauth2/token', { grant_type: 'authorization_code', code, redirect_uri: redirect, state: 'xyz' });

export const readUser = (token: string): HttpRequest => ({
  path: '/v1/user/me',
  headers: { Authorization: `Bearer ${token}` },
});

/** An authorization request. @param headers further ones, such as cookies. */
export const authorize = (redirect_uri: string, headers: Record<string, string> = {}): HttpRequest => {
  const query = { response_type: 'code', client_id: client.CLIENT_ID, redirect_uri, state: 's'.repeat(43) };
  return {
    path: `/oauth2/authorize?${new URLSearchParams(query)}`,
    headers: { ...browserHeaders, ...headers },
  };
};

export const forged = forgedValue(300);
