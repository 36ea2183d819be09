import * as v from 'valibot';
import { sha256, toHex } from '../core/bytes.ts';
import { readSettings } from '../core/settings.ts';
import { type Attribute, attributes } from '../core/user-record.ts';
import { type Application, applicationKey, storeSecret } from '../service/applications.ts';
import { bindings } from '../service/bindings.ts';
import { fieldKey } from '../service/sealed-values.ts';

const schema = v.object({
  APPLICATIONS: bindings.APPLICATIONS,
  KEYS: bindings.KEYS,
  BASE_URL: bindings.BASE_URL,
});
type Env = v.InferOutput<typeof schema>;

interface Seed {
  client_id: string;
  name: string;
  redirect_uris: string[];
  attributes: readonly Attribute[];
  /** The text whose SHA-256, in hexadecimal, is the client secret. */
  secretOf: string;
}

const elsewhere = 'http://localhost:3000/callback';

/** The applications of every local world; nobody's secret, since they exist nowhere else. */
const seeds = (origin: string): Seed[] => [
  {
    client_id: 'demoshop000000000001',
    name: 'Demo Shop',
    redirect_uris: [`${origin}/auth/callback`, elsewhere],
    attributes,
    secretOf: 'plid local demo secret 1',
  },
  {
    client_id: 'demobank000000000002',
    name: 'Demo Bank',
    redirect_uris: [elsewhere],
    attributes: ['ci', 'name'],
    secretOf: 'plid local demo secret 2',
  },
];

let done = false;

/**
 * Registers the applications of the local world, once per isolate. What a developer has changed about them stays,
 * as long as it can work here: on another port the gateway has another callback, and a secret that was stored under
 * keys which are gone is stored again.
 * @param now in seconds since 1970.
 */
export async function registerSeeds(rawEnv: object, now: number): Promise<void> {
  if (done) return;
  const env = readSettings(schema, rawEnv);
  await Promise.all(seeds(env.BASE_URL).map((seed) => register(env, seed, now)));
  done = true;
}

async function register(env: Env, { secretOf, ...seed }: Seed, now: number): Promise<void> {
  const known = await env.APPLICATIONS.get<Application>(applicationKey(seed.client_id), 'json');
  const reachable = seed.redirect_uris.every((address) => known?.redirect_uris.includes(address));
  const readable = known !== null && (await hasReadableSecrets(env, known));
  if (reachable && readable) return;
  const secrets = readable
    ? known.secrets
    : [await storeSecret(env.KEYS, 's1', toHex(await sha256(secretOf)), now)];
  const application: Application = {
    ...{
      ...seed,
      attributes: [...seed.attributes],
      reads: 'many',
      success: 'success',
      created: now,
      ...known,
    },
    redirect_uris: [...new Set([...(known?.redirect_uris ?? []), ...seed.redirect_uris])],
    secrets,
  };
  await env.APPLICATIONS.put(applicationKey(seed.client_id), JSON.stringify(application));
}

async function hasReadableSecrets({ KEYS }: Env, { secrets }: Application): Promise<boolean> {
  const opened = await Promise.all(secrets.map(({ field_key }) => fieldKey.open(KEYS, field_key, 0)));
  return !opened.includes(undefined);
}
