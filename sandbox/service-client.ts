import * as v from 'valibot';
import type { CarrierCode } from '../workers/core/protocol/user-record.ts';
import { callProgram } from '../workers/core/storage/call-with-timeout.ts';
import type { Env } from './sandbox-bindings.ts';

type ServiceEnv = Pick<Env, 'BASE_URL' | 'CARRIER_TOKEN'>;
type OperatorEnv = Pick<Env, 'BASE_URL' | 'ADMIN_TOKEN'>;

const automaticLogins = v.object({
  automaticLogins: v.array(
    v.object({
      client_id: v.string(),
      /** The application's name. */
      application: v.string(),
      /** In seconds since 1970. */
      expires: v.number(),
    }),
  ),
});
export type AutomaticLogin = v.InferOutput<typeof automaticLogins>['automaticLogins'][number];

/**
 * Reports to the service that a subscriber has left the phone authentication app. @throws {ProtocolError}
 * `unavailable` if the call fails.
 */
export async function reportUnregistration(env: ServiceEnv, phoneNo: string): Promise<void> {
  await ask(env, '/admin/subscribers/leave', { phoneNo });
}

/**
 * Reports to the service that a phone has responded. The service then wakes the waiting page. @throws
 * {ProtocolError} `unavailable` if the call fails.
 */
export async function notifyServiceOfAnswer(
  env: ServiceEnv,
  requestId: string,
  telcoCd: CarrierCode,
): Promise<void> {
  await ask(env, '/carrier/answered', { requestId, telcoCd });
}

/**
 * Reads the applications for which a subscriber has automatic login. @throws {ProtocolError} `unavailable` if the
 * call fails.
 */
export async function readAutomaticLogins(env: ServiceEnv, phoneNo: string): Promise<AutomaticLogin[]> {
  return v.parse(automaticLogins, await ask(env, '/admin/subscribers/automatic-logins', { phoneNo }))
    .automaticLogins;
}

/**
 * Turns off a subscriber's automatic login for one application. @throws {ProtocolError} `unavailable` if the call
 * fails.
 */
export async function endAutomaticLogins(env: ServiceEnv, phoneNo: string, client_id: string): Promise<void> {
  await ask(env, '/admin/subscribers/end-automatic-logins', { phoneNo, client_id });
}

const registered = v.object({ redirect_uris: v.array(v.string()) });

/**
 * Reads an application's redirect URIs.
 * @returns undefined if the application doesn't exist. @throws {ProtocolError} `unavailable` if the call fails.
 */
export async function readRedirectUris(
  { BASE_URL, ADMIN_TOKEN }: OperatorEnv,
  client_id: string,
): Promise<string[] | undefined> {
  const answer = fetch(`${BASE_URL}/admin/applications/${encodeURIComponent(client_id)}`, {
    headers: { Authorization: `Bearer ${ADMIN_TOKEN[0]?.value}` },
  }).then((response) => {
    if (!response.ok && response.status !== 404) throw new Error(`answered ${response.status}`);
    return response.json();
  });
  const application = v.safeParse(
    registered,
    await callProgram('asking the service for an application', answer),
  );
  return application.success ? application.output.redirect_uris : undefined;
}

/** Calls the service as a carrier. */
function ask({ BASE_URL, CARRIER_TOKEN }: ServiceEnv, path: string, fields: object): Promise<unknown> {
  const request = fetch(BASE_URL + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CARRIER_TOKEN[0]?.value}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const answer = request.then((response) => {
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  });
  return callProgram(`asking the service for ${path}`, answer);
}
