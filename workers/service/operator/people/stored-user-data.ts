import type { KeyRing } from '../../../core/crypto/keys.ts';
import type { UserIdentifier } from '../../../core/protocol/user-identifier.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { AutomaticLogin, StoredAccount } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import type { AccountDisclosure } from '../../objects/disclosure-index.ts';
import type { StoredPhone } from '../../objects/phone-tables.ts';
import { phoneByObjectName, phoneObjectName } from '../../objects/phones.ts';
import type { SignedIn } from '../../objects/sign-in-entry.ts';
import type { UndeliveredEventRow } from '../../objects/undelivered-events.ts';
import type { StoredMethods, WholeAccount } from '../../objects/whole-account.ts';
import type { ApplicationsEnv } from '../../registry/applications.ts';
import type { Consent } from '../../registry/consents.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { type WithApplication, withApplicationNames } from '../access/with-application-names.ts';

type PeopleEnv = { KEYS: KeyRing } & Parameters<typeof phoneByObjectName>[0] &
  Parameters<typeof phoneObjectName>[0] &
  Parameters<typeof accountOf>[0] &
  Pick<ApplicationsEnv, 'APPLICATIONS'>;
type PeopleContext = Pick<Context<PeopleEnv>, 'env' | 'now' | 'log'>;

/** Everything that the service stores about a user. Times are in seconds since 1970. */
export interface StoredUserData {
  stored: boolean;
  plid?: string;
  /** Registration of the user's phone number. Missing if no number or no registration was found. */
  registration?: { status: 'registered' | 'ended'; since: number; telcoCd?: CarrierCode; reused?: number };
  /** The values of `person` that identify the user in log events, one per key, current key first. */
  pseudonyms?: string[];
  requests: (StoredPhone['requests'][number] & { application?: string })[];
  consents: WithApplication<Consent>[];
  /** Consents that were replaced by later ones. */
  earlierConsents: WithApplication<Consent>[];
  automaticLogins: WithApplication<AutomaticLogin>[];
  grants: StoredAccount['grants'];
  /** The latest sign-ins by phone or passkey, newest first. */
  signIns: WithApplication<SignedIn>[];
  passkeys: WholeAccount['passkeys'];
  /** Undelivered events. */
  events: WithApplication<UndeliveredEventRow>[];
  /** What was disclosed to which application, until the notice period ends. */
  disclosures: WithApplication<AccountDisclosure>[];
  /** When the account ended. This time is deleted a day later. */
  terminated?: number;
}

/** Number of erased records. */
export interface Erased {
  erased: boolean;
  plid?: string;
  /**
   * The result for the number's registration. `unknown` means that the account doesn't store its phone number, so
   * the number's object stays unchanged.
   */
  registration: 'ended' | 'none' | 'unknown';
  requests: number;
  consents: number;
  automaticLogins: number;
  grants: number;
}

/** The objects of a user and their contents. */
export interface FoundUserData {
  /** How the operator identified the user. */
  named: UserIdentifier;
  plid: string | undefined;
  account: WholeAccount | undefined;
  /** The name of the Phone object. */
  phone: string | undefined;
  number: StoredPhone | undefined;
  /**
   * What the access record names, if anything is stored: the plid, or the name of the Phone object if the number
   * belongs to no user. Its requests show when the number was used, and where.
   */
  subject: string | undefined;
}

/** @throws {ProtocolError} `unavailable`. */
export async function findUserData(context: PeopleContext, named: UserIdentifier): Promise<FoundUserData> {
  const found = await findObjects(context, named);
  const isStored = found.account !== undefined || found.number !== undefined;
  return { ...found, named, subject: isStored ? (found.plid ?? found.phone) : undefined };
}

async function findObjects(
  { env, now }: PeopleContext,
  named: UserIdentifier,
): Promise<Omit<FoundUserData, 'named' | 'subject'>> {
  const readAccount = (plid: string): Promise<WholeAccount | undefined> =>
    callObject<WholeAccount | undefined>(
      'reading an account',
      accountOf<StoredMethods>(env, plid).stored(now),
    );
  const readPhone = (phone: string): Promise<StoredPhone | undefined> =>
    callObject<StoredPhone | undefined>('reading a phone', phoneByObjectName(env, phone).stored());

  if ('phoneNo' in named) {
    const phone = await phoneObjectName(env, named.phoneNo);
    const number = await readPhone(phone);
    const plid = number?.registration?.plid;
    return { plid, account: plid === undefined ? undefined : await readAccount(plid), phone, number };
  }
  const { plid } = named;
  const account = await readAccount(plid);
  const number = account?.phone === undefined ? undefined : await readPhone(account.phone);
  const isTheirs = number?.registration?.plid === plid;
  return { plid, account, phone: account?.phone, number: isTheirs ? number : undefined };
}

/** @throws {ProtocolError} `unavailable`. */
export async function readUserData(
  context: PeopleContext,
  { plid, subject, account, number }: FoundUserData,
): Promise<StoredUserData> {
  const { registration, requests = [] } = number ?? {};
  const {
    consents = [],
    earlierConsents = [],
    automaticLogins = [],
    signIns = [],
    passkeys = [],
    events = [],
    disclosures = [],
    terminated,
  } = account ?? {};
  const stored = account !== undefined || number !== undefined;
  const status = registration?.plid === undefined ? ('ended' as const) : ('registered' as const);
  return {
    stored,
    ...(stored && plid !== undefined && { plid }),
    ...(subject !== undefined && {
      pseudonyms: await serviceEvents.pseudonyms(context.env.KEYS, subject),
    }),
    ...(registration && {
      registration: {
        status,
        since: registration.since,
        ...(registration.carrier && { telcoCd: registration.carrier }),
        ...(registration.reused !== undefined && { reused: registration.reused }),
      },
    }),
    requests: await withApplicationNames(context, requests),
    consents: await withApplicationNames(context, consents),
    earlierConsents: await withApplicationNames(context, earlierConsents),
    automaticLogins: await withApplicationNames(context, automaticLogins),
    grants: account?.grants ?? { codes: 0, tokens: 0, ended: 0 },
    signIns: await withApplicationNames(context, signIns),
    passkeys,
    events: await withApplicationNames(context, events),
    disclosures: await withApplicationNames(context, disclosures),
    ...(terminated !== undefined && { terminated }),
  };
}

/**
 * Ends a user's passkeys. The call may be repeated.
 * @returns for each one, the application after whose sign-in it was created. @throws {ProtocolError} `unavailable`.
 */
export async function endUserPasskeys(
  { env }: PeopleContext,
  { plid, account }: FoundUserData,
): Promise<string[]> {
  if (plid === undefined || account === undefined) return [];
  const ending: Promise<string[]> = accountOf<StoredMethods>(env, plid).endPasskeys();
  return callObject<string[]>('ending passkeys', ending);
}

/**
 * Erases a user's data as if the user had left at the carrier (§2.1), and also erases the requests to the user's
 * phone. The call may be repeated.
 * @returns the data that existed. @throws {ProtocolError} `unavailable`.
 */
export async function eraseUserData(
  { env, now }: PeopleContext,
  { named, plid, account, phone, number }: FoundUserData,
): Promise<Erased> {
  const isLive = account !== undefined && account.terminated === undefined;
  const isRegistered = number?.registration?.plid !== undefined;
  if (phone !== undefined && number !== undefined) {
    const only = 'plid' in named ? plid : undefined;
    await callObject('erasing a phone', phoneByObjectName(env, phone).erase(now, only));
  } else if (isLive && plid !== undefined)
    await callObject('erasing an account', accountOf(env, plid).terminate(now));
  const requests = number?.requests.length ?? 0;
  const { codes = 0, tokens = 0, ended = 0 } = account?.grants ?? {};
  const erased = isLive || isRegistered || requests > 0;
  return {
    erased,
    ...(erased && plid !== undefined && { plid }),
    registration: isRegistered ? 'ended' : isLive && phone === undefined ? 'unknown' : 'none',
    requests,
    consents: account?.consents.length ?? 0,
    automaticLogins: account?.automaticLogins.length ?? 0,
    grants: codes + tokens + ended,
  };
}
