import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { AutomaticLogin } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import { type PhonesEnv, phoneOf } from '../../objects/phones.ts';
import type { ApplicationsEnv } from '../../registry/applications.ts';
import type { Consent } from '../../registry/consents.ts';
import { type WithApplication, withApplicationNames } from '../access/with-application-names.ts';
import { type CarriersContext, resolveSubscriber } from './resolve-subscriber.ts';

type SubscribersEnv = PhonesEnv & Parameters<typeof accountOf>[0] & Pick<ApplicationsEnv, 'APPLICATIONS'>;

type SubscribersContext = CarriersContext<SubscribersEnv>;

/** An application's automatic login for a phone's owner, on one or more devices. */
interface NamedLogin extends Omit<AutomaticLogin, 'agent'> {
  /** The application's name. */
  application: string;
}

/**
 * Ends the registration of a number.
 * @returns its plid, if there was a registration that the caller may reach. @throws {ProtocolError} `unavailable`.
 */
export async function leave(context: SubscribersContext, phoneNo: string): Promise<string | undefined> {
  const { env, now, scope } = context;
  if (scope !== undefined && (await resolveSubscriber(context, phoneNo)) === undefined) return undefined;
  const phone = await phoneOf(env, phoneNo);
  return callObject('terminating a registration', phone.leave(now, scope));
}

/** @throws {ProtocolError} `unavailable`. */
export async function connectionsOf(
  context: SubscribersContext,
  phoneNo: string,
): Promise<WithApplication<Consent>[]> {
  const plid = await resolveSubscriber(context, phoneNo);
  if (plid === undefined) return [];
  const reading = accountOf(context.env, plid).connections();
  return withApplicationNames(context, await callObject<Consent[]>('reading connections', reading));
}

/**
 * Disconnects the owner of a phone from an application (§4.4). @returns the owner's plid. @throws {ProtocolError}
 * `unavailable`.
 */
export async function disconnect(
  context: SubscribersContext,
  phoneNo: string,
  client_id: string,
): Promise<string | undefined> {
  const plid = await resolveSubscriber(context, phoneNo);
  if (plid === undefined) return undefined;
  const disconnecting = accountOf(context.env, plid).disconnect(client_id, context.now);
  return (await callObject('disconnecting a user', disconnecting)) ? plid : undefined;
}

/**
 * Returns the automatic logins of a phone's owner. Each application is listed once, with the earliest start and
 * the latest end across all devices. @throws {ProtocolError} `unavailable`.
 */
export async function automaticLoginsOf(context: SubscribersContext, phoneNo: string): Promise<NamedLogin[]> {
  const { env, now } = context;
  const plid = await resolveSubscriber(context, phoneNo);
  if (plid === undefined) return [];
  const account = accountOf(env, plid);
  const logins = await callObject('reading automatic logins', account.automaticLogins(now));
  const named = await withApplicationNames(context, perApplication(logins));
  return named.flatMap(({ application, ...login }) =>
    application === undefined ? [] : [{ ...login, application }],
  );
}

/**
 * Turns off automatic login for an application.
 * @returns the owner's plid if automatic login was on. @throws {ProtocolError} `unavailable`.
 */
export async function endAutomaticLogins(
  context: SubscribersContext,
  phoneNo: string,
  client_id: string,
): Promise<string | undefined> {
  const plid = await resolveSubscriber(context, phoneNo);
  if (plid === undefined) return undefined;
  const ending = accountOf(context.env, plid).endAutomaticLogins(client_id);
  return (await callObject('ending automatic logins', ending)) ? plid : undefined;
}

function perApplication(logins: readonly AutomaticLogin[]): Omit<AutomaticLogin, 'agent'>[] {
  return [...Map.groupBy(logins, ({ client_id }) => client_id)].map(([client_id, devices]) => ({
    client_id,
    started: Math.min(...devices.map(({ started }) => started)),
    expires: Math.max(...devices.map(({ expires }) => expires)),
  }));
}
