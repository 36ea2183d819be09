import { fieldNames, fieldOf, type ToldName } from '../shared/application-fields.ts';
import type { Application, ApplicationCopy, ApplicationSecret } from '../shared/applications.ts';

/** The maximum number of live secrets of an application: the current one, and the one before it. */
const maxSecrets = 2;

/** The reason to refuse a change. It is returned and not thrown: an error that crosses to another worker loses its class. */
export type ChangeRefusal =
  | 'not_found'
  | 'changed_meanwhile'
  | 'secrets_full'
  | 'secret_in_use'
  | 'client_id_taken'
  | 'application_exists'
  | 'application_deleted';

/** The result of a change: the application after it, or the reason to refuse it. */
export type Change<Changed extends ApplicationCopy> = { copy: Changed } | { refused: ChangeRefusal };

/** A change of the past. @property at in seconds since 1970. */
export interface PastChange {
  /** The one that it made. */
  version: number;
  at: number;
  action: string;
  /** The name of the operator's token; missing from changes that release 0.2 has made. */
  token?: string;
  /** The names of the fields that it changed. */
  fields: string[];
}

/** Fields to replace; what is left out stays. */
export type Changes = Partial<Omit<Application, 'client_id' | 'version' | 'created'>>;

/** The field keys of secrets, sealed again, by the id of the secret. */
export type SealedFieldKeys = Record<string, string>;

/** An attribute that is no longer asked for can't be refused either: `optional` stays within the attributes. */
export function changeFields(
  current: Application,
  changes: Changes,
  fieldKeys: SealedFieldKeys = {},
): Application {
  const changed = { ...current, ...changes };
  const optional = changed.optional?.filter((attribute) => changed.attributes.includes(attribute));
  const secrets = changed.secrets.map((secret) => ({
    ...secret,
    field_key: fieldKeys[secret.id] ?? secret.field_key,
  }));
  return { ...changed, ...(optional && { optional }), secrets };
}

/** Gives one more secret, which is the current one from now on; the one before stays live. */
export function addSecret(current: Application, secret: ApplicationSecret): Application | ChangeRefusal {
  if (current.secrets.length >= maxSecrets) return 'secrets_full';
  return { ...current, secrets: [secret, ...current.secrets] };
}

/** Takes a secret away; never the current one, which is the newest. */
export function retireSecret(current: Application, id: string): Application | ChangeRefusal {
  const [newest, ...others] = current.secrets;
  if (newest?.id === id) return 'secret_in_use';
  if (!others.some((secret) => secret.id === id)) return 'not_found';
  return { ...current, secrets: current.secrets.filter((secret) => secret.id !== id) };
}

/** The names of the fields in which two records differ. A secret whose field key was only sealed again is the same. */
export function changedFields(before: object, after: object): string[] {
  const [old, current] = [before, after].map((record) => new Map(Object.entries(withoutFieldKeys(record))));
  const names = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])]);
  return [...names].filter((name) => JSON.stringify(old?.get(name)) !== JSON.stringify(current?.get(name)));
}

const withoutFieldKeys = (record: { secrets?: readonly ApplicationSecret[] }) =>
  record.secrets === undefined ? record : { ...record, secrets: record.secrets.map(({ id }) => id) };

/** The texts of an application that people read before they agree. */
type Stated = Pick<Application, ToldName>;

/** The same, with the version in which it was changed to that, and when, in seconds since 1970. */
export type StatedVersion = Stated & { version: number; at: number };

/** In the order of the table: as JSON it is compared with what was kept before. */
export function statedBy(application: Application): Stated {
  const told = fieldNames.filter((name) => fieldOf(name).told && application[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, application[name]])) as Stated;
}
