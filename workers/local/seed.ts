import * as v from 'valibot';
import { sha256, toHex } from '../core/crypto/bytes.ts';
import { type Attribute, attributes } from '../core/protocol/user-record.ts';
import { readSettings } from '../core/worker/settings.ts';
import { type Application, isDeleted, storeSecret } from '../service/shared/applications.ts';
import type { ConsentTerms } from '../service/shared/consents.ts';
import { bindings } from '../service/shared/service-bindings.ts';
import { fieldKey } from '../service/shared/service-values.ts';
import { demoShop } from './demo-shop.ts';
import { privacyPath } from './privacy-notice.tsx';

const schema = v.object({
  APPLICATION: bindings.APPLICATION,
  APPLICATIONS: bindings.APPLICATIONS,
  KEYS: bindings.KEYS,
  BASE_URL: bindings.BASE_URL,
});
type Env = v.InferOutput<typeof schema>;

/** The fields of an application that a seed sets. */
type Fields = Pick<Application, 'name' | 'redirect_uris' | 'attributes' | 'events' | keyof ConsentTerms>;

export interface Seed extends Fields {
  client_id: string;
  /** The text whose SHA-256, in hexadecimal, is the client secret. */
  secretOf: string;
}

const elsewhere = 'http://localhost:3000/callback';
/** The callbacks that Auth.js, better-auth and Spring Security choose, for a provider that is called `plid` there. */
const ofFrameworks = [
  'http://localhost:3000/api/auth/callback/plid',
  'http://localhost:3000/api/auth/oauth2/callback/plid',
  'http://localhost:8080/login/oauth2/code/plid',
];
const bankAttributes: Attribute[] = ['ci', 'name'];

/** What people read before they agree, of an application that exists nowhere else. @param origin of the local world. */
export const demoTerms = (recipient: string, origin: string): ConsentTerms => ({
  recipient,
  purpose: '회원 식별과 고객 문의 응대',
  purpose_en: 'Recognising members and answering their questions',
  retention: '회원 탈퇴 후 30일까지',
  retention_en: 'Until 30 days after the membership ends',
  privacy_url: `${origin}${privacyPath}`,
  support_url: '',
  optional: [],
});

/** The applications of every local world. They exist nowhere else, so their secrets need no protection. */
export const demoApplications = (origin: string): Seed[] => [
  {
    ...demoShop,
    name: 'Demo Shop',
    redirect_uris: [`${origin}/auth/callback`, elsewhere, ...ofFrameworks],
    attributes: [...attributes],
    ...demoTerms('주식회사 데모숍', origin),
    events: `${origin}/auth/events`,
  },
  {
    client_id: 'demobank000000000002',
    name: 'Demo Bank',
    redirect_uris: [elsewhere],
    attributes: bankAttributes,
    ...demoTerms('주식회사 데모은행', origin),
    secretOf: 'plid local demo secret 2',
  },
];

/** The fields that a seed last had in this state folder: whatever differs from them was changed by the developer. */
const seedKey = (client_id: string) => `seed:${client_id}`;

let done = false;

/**
 * Registers the applications of the local world, once per isolate, and brings those of an older state up to date. What
 * a developer has changed about them stays, as long as it can work here: on another port the gateway has another
 * callback, and a secret that was stored under keys which are gone is stored again. One that they deleted stays deleted.
 * @param now in seconds since 1970.
 */
export async function registerSeeds(rawEnv: object, now: number): Promise<void> {
  if (done) return;
  const env = readSettings(schema, rawEnv);
  await Promise.all(demoApplications(env.BASE_URL).map((seed) => registerSeed(env, seed, now)));
  done = true;
}

/** Registers one, or brings it up to date, as above. @param now in seconds since 1970. */
export async function registerSeed(
  env: Pick<Env, 'APPLICATION' | 'APPLICATIONS' | 'KEYS'>,
  { secretOf, client_id, ...fields }: Seed,
  now: number,
): Promise<void> {
  const object = env.APPLICATION.get(env.APPLICATION.idFromName(client_id));
  const [existing, before] = await Promise.all([
    object.read(),
    env.APPLICATIONS.get<Fields>(seedKey(client_id), 'json'),
  ]);
  if (existing !== undefined && isDeleted(existing)) return;
  const storedSecret = async () => [await storeSecret(env.KEYS, 's1', toHex(await sha256(secretOf)), now)];
  if (existing === undefined) {
    const rest = { reads: 'many', success: 'success', secrets: await storedSecret(), created: now } as const;
    await object.register({ client_id, ...fields, ...rest }, now);
  } else {
    const secrets = (await hasReadableSecrets(env, existing)) ? {} : { secrets: await storedSecret() };
    const changes = { ...changesFor(existing, before ?? fields, fields), ...secrets };
    if (Object.keys(changes).length > 0) await object.update(changes, {}, now);
  }
  await env.APPLICATIONS.put(seedKey(client_id), JSON.stringify(fields));
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The fields of a seed that its application has not yet, without those that the developer has changed. */
function changesFor(existing: Application, before: Fields, seed: Fields): Partial<Fields> {
  const { redirect_uris: _, ...others } = seed;
  const names = Object.keys(others) as (keyof typeof others)[];
  const isUntouched = (name: (typeof names)[number]) =>
    isSame(existing[name], before[name]) && !isSame(before[name], seed[name]);
  const callbacks = isSame(existing.redirect_uris, before.redirect_uris)
    ? seed.redirect_uris
    : [...new Set([...existing.redirect_uris, ...seed.redirect_uris])];
  return {
    ...Object.fromEntries(names.filter(isUntouched).map((name) => [name, seed[name]])),
    ...(!isSame(existing.redirect_uris, callbacks) && { redirect_uris: callbacks }),
  };
}

async function hasReadableSecrets({ KEYS }: Pick<Env, 'KEYS'>, { secrets }: Application): Promise<boolean> {
  const opened = await Promise.all(secrets.map(({ field_key }) => fieldKey.open(KEYS, field_key, 0)));
  return !opened.includes(undefined);
}
