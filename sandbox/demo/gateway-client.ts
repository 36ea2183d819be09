import * as v from 'valibot';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { callProgram } from '../../workers/core/storage/call-with-timeout.ts';

const session = v.object({
  user: v.object({
    plid: v.string(),
    ...v.entriesFromList(attributes, v.optional(v.string(), '')),
    autoLoginYn: v.optional(v.picklist(['Y', 'N']), 'N'),
    autoStatusCheck: v.optional(v.picklist(['Y', 'N']), 'N'),
  }),
  /** In seconds since 1970. */
  expires: v.number(),
});
export type Session = v.InferOutput<typeof session>;

const wire = v.object({
  exchanges: v.array(
    v.object({
      step: v.picklist(['authorize', 'code', 'token', 'user', 'disconnect']),
      parameters: v.record(v.string(), v.string()),
      location: v.optional(v.string()),
      body: v.optional(
        v.object({
          access_token: v.optional(v.string()),
          user: v.optional(v.object({ plid: v.optional(v.string()) })),
        }),
      ),
      request: v.string(),
      response: v.string(),
    }),
  ),
});
export type WireExchange = v.InferOutput<typeof wire>['exchanges'][number];

/**
 * Reads the session from the gateway. An application behind the gateway needs no other call. @param request the
 * browser's request, whose cookies are forwarded.
 * @returns undefined if there is no session. @throws {ProtocolError} `unavailable` if the gateway doesn't respond
 * correctly.
 */
export function readSession(gateway: string, request: Request): Promise<Session | undefined> {
  const headers = { Cookie: request.headers.get('Cookie') ?? '', Accept: 'application/json' };
  return callProgram(
    'asking the gateway who is signed in',
    fetch(`${gateway}/auth/session`, { headers }).then(async (response) => {
      if (response.status === 401) return undefined;
      return v.parse(session, await response.json());
    }),
  );
}

/**
 * Reads the recorded requests and responses from the sandbox. Recordings exist only in the local environment.
 * @throws {ProtocolError} `unavailable` if the sandbox doesn't respond correctly.
 */
export function readRecordedExchanges(sandbox: string): Promise<WireExchange[]> {
  // Behind `npx wrangler dev`, the sandbox refuses a caller that may be a page of another site.
  const headers = { 'Sec-Fetch-Site': 'none' };
  return callProgram(
    'asking the sandbox for the wire',
    fetch(`${sandbox}/sandbox/exchanges`, { headers }).then(
      async (response) => v.parse(wire, await response.json()).exchanges,
    ),
  );
}
