import * as v from 'valibot';
import { sha256, toBase64url } from '../../core/crypto/bytes.ts';
import type { KeyRing, Pseudonym } from '../../core/crypto/keys.ts';
import { sealed } from '../../core/crypto/seal.ts';
import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { DisclosureRow, DisclosureWrite, RowName } from './disclosure-tables.ts';
import type { Disclosures } from './disclosures.ts';

/**
 * What was disclosed about one user to one application. It contains names of attributes, and no values. Times are
 * in seconds since 1970.
 */
export type Disclosure = {
  plid: string;
  client_id: string;
  /** First disclosure. */
  first: number;
  /** Last disclosure. A later one within {@link lastDisclosureMargin} isn't recorded. */
  last: number;
  /** Names of all attributes disclosed so far. */
  attributes: string[];
  /** When the user's connection to the application ended. Missing while the user is connected. */
  ended?: number;
};

/** What was disclosed to an application, as shown to the operator. It is stored until the notice period ends. */
export type AccountDisclosure = Omit<Disclosure, 'plid'>;

export interface DisclosureEnv extends Located {
  DISCLOSURES: DurableObjectNamespace<Disclosures>;
  DISCLOSURE_KEY: KeyRing;
}

/**
 * Number of objects that share the rows. It never changes, because a row would no longer be found in its object.
 * docs/verification/tables/scale.md, "The index of disclosures", has the measurements.
 */
export const disclosureShards = 16;

export const disclosuresOf = (env: Pick<DisclosureEnv, 'DISCLOSURES' | 'LOCATION_HINT'>, shard: number) =>
  namedObject(env.DISCLOSURES, String(shard), env);

/** Returns the number of a row's object. It is independent of the key, so that a new key leaves the row in place. */
export async function disclosureShardOf({ plid, client_id }: Pick<Disclosure, 'plid' | 'client_id'>) {
  const [first = 0] = await sha256(`${plid} ${client_id}`);
  return first % disclosureShards;
}

/** The encrypted value of a row. Its letters are short because there is one per user and application. */
const disclosure = /* @__PURE__ */ sealed(
  'service disclosure',
  () =>
    v.pipe(
      v.object({
        p: v.string(),
        c: v.string(),
        f: v.number(),
        l: v.number(),
        a: v.array(v.string()),
        e: v.exactOptional(v.number()),
      }),
      v.transform(
        ({ p, c, f, l, a, e }): Disclosure => ({
          plid: p,
          client_id: c,
          first: f,
          last: l,
          attributes: a,
          ...(e !== undefined && { ended: e }),
        }),
      ),
    ),
  ({ plid, client_id, first, last, attributes, ended }) => ({
    p: plid,
    c: client_id,
    f: first,
    l: last,
    a: attributes,
    e: ended,
  }),
);

/** Length of the pseudonyms in a row's name, in bytes. */
const length = 16;
const written = ([, mac]: Pseudonym) => toBase64url(mac.slice(0, length));

/** Returns the pseudonyms under which an application's rows are stored, by key id. */
export async function applicationPseudonyms(keys: KeyRing, client_id: string): Promise<Map<string, string>> {
  const made = await keys.pseudonyms('application of a disclosure', client_id);
  return new Map(made.map((pseudonym) => [pseudonym[0], written(pseudonym)]));
}

/** Returns a row's names, one per key, current key first. */
async function rowNames(
  keys: KeyRing,
  { plid, client_id }: Pick<Disclosure, 'plid' | 'client_id'>,
): Promise<[RowName, ...RowName[]]> {
  const applications = await applicationPseudonyms(keys, client_id);
  const names = await keys.pseudonyms('name of a disclosure', `${plid} ${client_id}`);
  const all = names.map((name) => ({ application: applications.get(name[0]) ?? '', name: written(name) }));
  return all as [RowName, ...RowName[]];
}

/** Encrypts a disclosure for its row. @param revision the higher revision of a row replaces the lower one. */
export async function sealDisclosure(
  keys: KeyRing,
  value: Disclosure,
  revision: number,
): Promise<DisclosureWrite> {
  const [name, ...former] = await rowNames(keys, value);
  const text = await disclosure.seal(keys, value);
  return { row: { ...name, sealed: text, revision, ended: value.ended ?? null }, former };
}

/**
 * Decrypts a row.
 * @returns undefined if no key can decrypt it, or if the value belongs to another row's name.
 */
export async function openDisclosure(keys: KeyRing, row: DisclosureRow): Promise<Disclosure | undefined> {
  const value = (await disclosure.read(keys, row.sealed))?.value;
  if (value === undefined) return undefined;
  const names = await rowNames(keys, value);
  const isItsOwn = names.some(
    ({ application, name }) => application === row.application && name === row.name,
  );
  return isItsOwn ? value : undefined;
}

/** Whether a row is encrypted with the current key. */
export const isCurrentDisclosure = (keys: KeyRing, { sealed: text }: DisclosureRow) =>
  disclosure.isCurrent(keys, text);
