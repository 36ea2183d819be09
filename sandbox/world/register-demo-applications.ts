import * as v from 'valibot';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { namedObject } from '../../workers/core/storage/named-object.ts';
import { pick, readSettings } from '../../workers/core/worker/settings.ts';
import type { FieldValues } from '../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../workers/service/registry/application-secrets.ts';
import { type Application, cacheCopy, isDeleted } from '../../workers/service/registry/applications.ts';
import { bindings } from '../../workers/service/settings/service-bindings.ts';
import { fieldKey } from '../../workers/service/settings/service-sealed-types.ts';
import {
  callbackPath,
  demoApplications,
  eventsPath,
  redirectUrisSetting,
  type Seed,
} from './demo-applications.ts';
import { privacyPath } from './privacy-notice.tsx';

const schema = v.object({
  ...pick(bindings, 'LOCATION_HINT', 'APPLICATION', 'APPLICATIONS', 'KEYS', 'BASE_URL'),
  REDIRECT_URIS: redirectUrisSetting,
});
type Env = v.InferOutput<typeof schema>;

/**
 * Maximum number of attempts to write a change. An attempt fails if another local environment of this folder has
 * made a change first.
 */
const attempts = 5;
/**
 * Maximum number of gateways whose callbacks stay registered for an application, which has room for 20 callbacks
 * in total.
 */
const maxGateways = 8;

/**
 * Registers the applications of the local environment with its current origin. Several environments at different
 * ports may share the stored data.
 * @param rawEnv the bindings and settings at that origin. @param now in seconds since 1970.
 */
export async function registerDemoApplications(rawEnv: object, now: number): Promise<void> {
  const env = readSettings(schema, rawEnv);
  await Promise.all(
    demoApplications(env.BASE_URL, env.REDIRECT_URIS).map((seed) =>
      registerOrUpdateApplication(env, seed, now),
    ),
  );
}

/** Name of the token under which an application's history lists the changes of the local environment. */
export const registrar = 'sandbox';

/**
 * Storage key under which the last applied seed fields are stored. If a field of the application differs from its
 * stored value, the developer has changed the field.
 */
const seedKey = (client_id: string) => `seed:${client_id}`;

/**
 * Registers or updates one application. The developer's changes are kept. The gateway's callback is added so that
 * the application works here, and a secret is stored again if its encryption key is lost. A deleted application
 * stays deleted. @param now in seconds since 1970.
 */
export async function registerOrUpdateApplication(
  env: Pick<Env, 'LOCATION_HINT' | 'APPLICATION' | 'APPLICATIONS' | 'KEYS'>,
  { client_id, client_secret, ...fields }: Seed,
  now: number,
): Promise<void> {
  const object = namedObject(env.APPLICATION, client_id, env);
  const before = await env.APPLICATIONS.get<FieldValues>(seedKey(client_id), 'json');
  const storedSecret = async () => [await toStoredSecret(env.KEYS, 's1', client_secret, now)];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const existing = await object.read();
    if (existing !== undefined && isDeleted(existing)) return;
    if (existing === undefined) {
      await object.register(
        { client_id, ...fields, secrets: await storedSecret(), created: now },
        now,
        registrar,
      );
      continue;
    }
    const secrets = (await hasReadableSecrets(env, existing)) ? {} : { secrets: await storedSecret() };
    const changes = { ...changesFor(existing, before ?? fields, fields), ...secrets };
    const isPlaced = Object.keys(changes).length === 0;
    const change = isPlaced
      ? { copy: existing }
      : await object.update(changes, {}, now, registrar, existing.version);
    if ('refused' in change) continue;
    cacheCopy(change.copy, now);
    break;
  }
  if (!isSame(before, fields)) await env.APPLICATIONS.put(seedKey(client_id), JSON.stringify(fields));
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Returns the seed fields to apply, except those that the developer has changed. */
function changesFor(existing: Application, before: FieldValues, seed: FieldValues): Partial<FieldValues> {
  const { redirect_uris: _, ...others } = seed;
  const names = Object.keys(others) as (keyof typeof others)[];
  const normalize = (value: unknown) => withoutOrigin(value, existing, seed);
  const isUntouched = (name: (typeof names)[number]) =>
    isSame(normalize(existing[name]), normalize(before[name])) && !isSame(existing[name], seed[name]);
  const redirect_uris = callbacksFor(existing.redirect_uris, before.redirect_uris, seed.redirect_uris);
  return {
    ...Object.fromEntries(names.filter(isUntouched).map((name) => [name, seed[name]])),
    ...(!isSame(existing.redirect_uris, redirect_uris) && { redirect_uris }),
  };
}

/**
 * Returns the callbacks from the seed, from the developer, and from gateways that have used this data, latest
 * first.
 */
function callbacksFor(existing: string[], before: string[], seed: string[]): string[] {
  const missing = seed.filter((address) => !existing.includes(address));
  const isUntouched = isSame(existing.filter(isForeign), before.filter(isForeign));
  const kept = isUntouched
    ? [...existing.filter(isGateway), ...seed.filter(isForeign)]
    : [...existing, ...missing.filter(isForeign)];
  let gateways = 0;
  return [...missing.filter(isGateway), ...kept].filter((address) => {
    if (isGateway(address)) gateways += 1;
    return isForeign(address) || gateways <= maxGateways;
  });
}

const isAt = (path: string, address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address)) && new URL(address).pathname === path;
const isGateway = (address: string) => isAt(callbackPath, address);
const isForeign = (address: string) => !isGateway(address);

/**
 * Returns a seed field without the local environment's origin, because another environment of this folder may have
 * been the last to set it. The developer's own server may receive events at the same path.
 */
function withoutOrigin(value: unknown, existing: Application, seed: FieldValues): unknown {
  if (typeof value !== 'string') return value;
  if (isAt(privacyPath, value)) return privacyPath;
  return isAt(eventsPath, value) && isOfEnvironment(value, existing, seed) ? eventsPath : value;
}

/** Whether events are sent to a local environment, whose gateway has added its callback. */
function isOfEnvironment(events: string, existing: Application, seed: FieldValues): boolean {
  const callback = new URL(callbackPath, events).href;
  const isAdded = existing.redirect_uris.includes(callback) && !seed.redirect_uris.includes(callback);
  return events === seed.events || isAdded;
}

async function hasReadableSecrets({ KEYS }: Pick<Env, 'KEYS'>, { secrets }: Application): Promise<boolean> {
  const opened = await Promise.all(secrets.map(({ field_key }) => fieldKey.open(KEYS, field_key, 0)));
  return !opened.includes(undefined);
}
