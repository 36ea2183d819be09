import * as v from 'valibot';
import type { KeyRing } from '../../workers/core/crypto/keys.ts';
import { attributes, type YesNo } from '../../workers/core/protocol/user-record.ts';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import { accountOf } from '../../workers/service/objects/accounts.ts';
import { redirectUriDigest } from '../../workers/service/protocol/redirect-digest.ts';
import { defaultFields } from '../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../workers/service/registry/application-secrets.ts';
import { type Application, applicationKvKey } from '../../workers/service/registry/applications.ts';
import { digestTerms } from '../../workers/service/registry/consents.ts';
import {
  accessToken,
  authorizationCode,
  device,
} from '../../workers/service/settings/service-sealed-types.ts';
import { createIdentityKey, encryptGrantIdentity } from '../../workers/service/tokens/grant-identity.ts';
import { identity } from './person.ts';
import { type SignInEnvironment, signInMakers } from './sign-ins.ts';

/**
 * Makes the values that a case's requests need, with the product's modules, in the objects and KV of its own system: `GET /codes?n=100` and the like
 * answer with a list in JSON.
 */

interface Env extends SignInEnvironment {
  KEYS: string;
  CLIENT_SECRET: string;
  APPLICATIONS: KVNamespace;
}

interface Mint {
  env: Env;
  keys: KeyRing;
  /** In seconds since 1970. */
  now: number;
  terms: Awaited<ReturnType<typeof digestTerms>>;
}

/** How long the values stay valid, in seconds: longer than minting and one measurement take together. */
const lifetime = 240;

const application = {
  ...defaultFields(),
  version: 1,
  name: 'Demo Shop',
  attributes: [...attributes],
  recipient: 'Demo Shop Co., Ltd.',
  purpose: '회원 가입과 본인 확인',
  purpose_en: 'Membership and identification',
  retention: '회원 탈퇴까지',
  retention_en: 'Until you leave',
  privacy_url: 'https://app.example/privacy',
  support_url: 'https://app.example/support',
};

const plidOf = (index: number) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

async function setUp({ env, keys, now }: Mint): Promise<void> {
  const secret = await toStoredSecret(keys, 's1', env.CLIENT_SECRET, now);
  const record: Application = {
    ...application,
    client_id: env.CLIENT_ID,
    redirect_uris: [env.REDIRECT_URI],
    secrets: [secret],
    created: now,
  };
  await env.APPLICATIONS.put(applicationKvKey(env.CLIENT_ID), JSON.stringify(record));
}

/** A full sign-in; a user's first one agrees to what the application asks. */
async function grant({ env, now, terms }: Mint, index: number, automaticLogin: YesNo = 'N') {
  const plid = plidOf(index);
  const id = crypto.randomUUID();
  const identityKey = createIdentityKey();
  const request = {
    id,
    client_id: env.CLIENT_ID,
    asked: [...attributes],
    identity: await encryptGrantIdentity(identityKey, identity),
    automaticLogin,
    ...{ agent: 'Chrome, Android', from: { known: false } },
    ...(terms && { terms }),
  };
  const agreement = {
    refused: [],
    version: 1,
    language: 'ko' as const,
    words: 1,
    terms: terms?.ko ?? '',
  };
  const ask = async (agreed: boolean) =>
    (await accountOf(env, plid).grant({ ...request, ...(agreed && { agreement }) }, now + lifetime)).outcome;
  let outcome = await ask(false);
  if (outcome === 'unconsented') outcome = await ask(true);
  if (outcome !== 'granted') throw new Error(`The account answers ${outcome}`);
  return { plid, grant: id, identityKey, client_id: env.CLIENT_ID };
}

/** The makers, by path. @param index the user's number. */
const makers: Record<string, (mint: Mint, index: number) => Promise<string>> = {
  ...signInMakers,
  async '/codes'(mint, index) {
    const redirect_uri_digest = await redirectUriDigest(mint.env.REDIRECT_URI);
    const value = { ...(await grant(mint, index)), redirect_uri_digest };
    return authorizationCode.seal(mint.keys, value, mint.now + lifetime);
  },
  async '/tokens'(mint, index) {
    const granted = await grant(mint, index);
    await accountOf(mint.env, granted.plid).redeem(granted.grant, mint.env.CLIENT_ID, mint.now);
    return accessToken.seal(mint.keys, { ...granted, secret: 's1' }, mint.now + 600);
  },
  async '/accounts'(mint, index) {
    return (await grant(mint, index)).plid;
  },
  async '/devices'(mint, index) {
    const granted = await grant(mint, index, 'Y');
    const { plid, grant: id } = granted;
    const value = { plid, device: id, generation: 0, phoneNo: '01000000001', telcoCd: 'S' as const, age: 14 };
    return device.seal(mint.keys, value, mint.now + 86_400);
  },
};

const parallel = 64;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const keys = v.parse(keyRingSetting, env.KEYS);
    const now = Math.floor(Date.now() / 1000);
    const mint = { env, keys, now, terms: await digestTerms(application) };
    if (pathname === '/set-up') {
      await setUp(mint);
      return new Response();
    }
    const make = makers[pathname];
    if (make === undefined) return new Response('', { status: 404 });
    const [count, first, people] = ['n', 'first', 'people'].map((name) =>
      Number(searchParams.get(name) ?? 0),
    );
    const made: string[] = [];
    while (made.length < (count ?? 0)) {
      const size = Math.min(parallel, (count ?? 0) - made.length);
      const indexes = Array.from(
        { length: size },
        (_, offset) => (first ?? 0) + ((made.length + offset) % (people || 1e9)),
      );
      made.push(...(await Promise.all(indexes.map((index) => make(mint, index)))));
    }
    return Response.json(made);
  },
};
