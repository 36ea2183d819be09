import * as v from 'valibot';
import { agreement } from '../../test/support/fixtures/agreement.ts';
import type { KeyRing } from '../../workers/core/crypto/keys.ts';
import { attributes, maskIdentity } from '../../workers/core/protocol/user-record.ts';
import { numberedKeySetting } from '../../workers/core/worker/key-settings.ts';
import { type AccountsEnv, accountOf } from '../../workers/service/objects/accounts.ts';
import { type PhonesEnv, phoneObjectName, phoneOf } from '../../workers/service/objects/phones.ts';
import { redirectUriDigest } from '../../workers/service/protocol/redirect-digest.ts';
import type { TermsDigests } from '../../workers/service/registry/consents.ts';
import { createSignInId, storeSignIn } from '../../workers/service/sign-in/cookies/sign-in-cookie.ts';
import type { Env as SignInEnv } from '../../workers/service/sign-in/settings/sign-in-settings.ts';
import type { SignIn } from '../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import type { AskedStage, PhoneRequest } from '../../workers/service/sign-in/stages/sign-in-stage.ts';
import { createIdentityKey, encryptGrantIdentity } from '../../workers/service/tokens/grant-identity.ts';
import { identity } from './person.ts';

/** Makes sign-ins in the state with which a case begins, with the product's modules. */

export interface SignInEnvironment extends AccountsEnv {
  CLIENT_ID: string;
  REDIRECT_URI: string;
  PHONE_KEY: string;
  PHONE: PhonesEnv['PHONE'];
}

interface Mint {
  env: SignInEnvironment;
  keys: KeyRing;
  /** In seconds since 1970. */
  now: number;
  terms: TermsDigests | undefined;
}

/** A sign-in that a case continues. */
interface Made {
  /** The cookie of its browser, whose name ends with the id of the sign-in. */
  cookie: string;
  phoneNo: string;
  terms: string;
}

const url = new URL('https://login.example.com/oauth2/authorize');
/** The first one that begins, in seconds: longer than minting and one measurement take together. */
const lifetime = 600;

async function keep({ env, keys, now }: Mint, more: Partial<SignIn> = {}): Promise<string> {
  const value: SignIn = {
    id: createSignInId(now + lifetime, env.CLIENT_ID),
    identityKey: createIdentityKey(),
    client_id: env.CLIENT_ID,
    redirect_uri_digest: await redirectUriDigest(env.REDIRECT_URI),
    state: 's'.repeat(43),
    asked: [...attributes],
    optional: [],
    automaticLogin: 'offered',
    expires: now + lifetime,
    stage: { at: 'requested' },
    ...more,
  };
  const cookie = await storeSignIn({ url, now, env: { KEYS: keys } as SignInEnv }, value);
  return cookie.slice(0, cookie.indexOf(';'));
}

const requestTo = (phoneNo: string, requestId: string, sent: number): PhoneRequest => ({
  ...{ phoneNo, requestId, match: '42', admission: 'a'.repeat(16), known: false, telcoCd: 'S' },
  ...{ sent, calls: true, automatic: false },
});

const askedAt = (phoneNo: string, requestId: string, { now }: Mint): AskedStage => ({
  ...{ at: 'asked', method: 'phone', request: requestTo(phoneNo, requestId, now) },
});

const phonesEnv = ({ env }: Mint) => ({ ...env, PHONE_KEY: v.parse(numberedKeySetting, env.PHONE_KEY) });

/** A number whose owner has signed in before. @returns their plid. */
async function register(mint: Mint, phoneNo: string): Promise<string> {
  const phone = await phoneOf(phonesEnv(mint), phoneNo);
  const approval = { owner: 'o'.repeat(43), carrier: 'S' as const, sent: mint.now, signIn: 'a sign-in' };
  const { plid = '' } = (await phone.approve(approval, mint.now)) ?? {};
  return plid;
}

/** A user who is connected with another application, and reads the consent page of this one: their account holds the identity. */
async function readConsent(mint: Mint, phoneNo: string): Promise<string> {
  const { env, now, terms } = mint;
  const plid = await register(mint, phoneNo);
  const identityKey = createIdentityKey();
  const id = createSignInId(now + lifetime, env.CLIENT_ID);
  const sealed = await encryptGrantIdentity(identityKey, { ...identity, phoneNo });
  const request = {
    ...{ asked: [...attributes], optional: [], identity: sealed, agent: 'Chrome, Android' },
    ...{ phone: await phoneObjectName(phonesEnv(mint), phoneNo), from: { known: false } },
  };
  const account = accountOf(env, plid);
  await account.grant({ ...request, id: crypto.randomUUID(), client_id: 'o'.repeat(20), agreement }, now);
  const asking = { ...request, id, client_id: env.CLIENT_ID, ...(terms && { terms }) };
  const { outcome } = await account.grant(asking, now);
  if (outcome !== 'unconsented') throw new Error(`The account answers ${outcome}`);
  const facts = { approved: now, risk: 'nothing' as const, method: undefined };
  const phone = { method: 'phone' as const, request: requestTo(phoneNo, 'answered', now) };
  const shown = maskIdentity({ ...identity, phoneNo });
  return keep(mint, { id, identityKey, stage: { at: 'approved', ...phone, plid, facts, age: 26, shown } });
}

/** The makers, by path. */
const states: Record<string, (mint: Mint, phoneNo: string) => Promise<string>> = {
  '/forms': async (mint, phoneNo) => {
    await register(mint, phoneNo);
    return keep(mint);
  },
  '/waiting': (mint, phoneNo) => keep(mint, { stage: askedAt(phoneNo, 'pending', mint) }),
  '/answered': (mint, phoneNo) => keep(mint, { stage: askedAt(phoneNo, 'answered', mint) }),
  '/consents': readConsent,
};

/** The makers of sign-ins, as JSON, by path. @param index the user's number. */
export const signInMakers = Object.fromEntries(
  Object.entries(states).map(([path, make]) => [
    path,
    async (mint: Mint, index: number): Promise<string> => {
      const phoneNo = `010${String(index).padStart(8, '0')}`;
      const made: Made = { cookie: await make(mint, phoneNo), phoneNo, terms: mint.terms?.ko ?? '' };
      return JSON.stringify(made);
    },
  ]),
);
