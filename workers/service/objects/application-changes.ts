import { fieldNames, fieldOf, type ShownFieldName } from '../registry/application-fields.ts';
import type { Application, ApplicationCopy, ApplicationSecret } from '../registry/applications.ts';

/** Maximum number of active secrets of an application: the current one and its predecessor. */
export const maxSecrets = 2;

/**
 * The reason for rejecting a change. It is returned instead of thrown, because an error that is thrown from one
 * worker to another loses its class.
 */
export type ChangeRefusal =
  | 'not_found'
  | 'changed_meanwhile'
  | 'secrets_full'
  | 'secret_in_use'
  | 'client_id_taken'
  | 'application_exists'
  | 'application_deleted'
  | 'reviewers_full';

/** The result of a change: the new registration, or the reason for rejecting it. */
export type Change<Changed extends ApplicationCopy> = { copy: Changed } | { refused: ChangeRefusal };

/** A past change. @property at in seconds since 1970. */
export interface PastChange {
  /** The version that the change created. */
  version: number;
  at: number;
  action: string;
  /** The name of the operator's token. */
  token: string;
  /** The names of the changed fields. */
  fields: string[];
}

/** Fields to replace. Missing fields stay unchanged. */
export type Changes = Partial<Omit<Application, 'client_id' | 'version' | 'created'>>;

/** Re-encrypted field keys, by secret id. */
export type SealedFieldKeys = Record<string, string>;

/** Replaces fields. Attributes that the application no longer requests are removed from `optional`. */
export function changeFields(
  current: Application,
  changes: Changes,
  fieldKeys: SealedFieldKeys = {},
): Application {
  const changed = { ...current, ...changes };
  const optional = changed.optional.filter((attribute) => changed.attributes.includes(attribute));
  const secrets = changed.secrets.map((secret) => ({
    ...secret,
    field_key: fieldKeys[secret.id] ?? secret.field_key,
  }));
  return { ...changed, optional, secrets };
}

/** Adds a secret, which becomes the current one. The previous secret stays active. */
export function addSecret(current: Application, secret: ApplicationSecret): Application | ChangeRefusal {
  if (current.secrets.length >= maxSecrets) return 'secrets_full';
  return { ...current, secrets: [secret, ...current.secrets] };
}

/** Removes a secret. The current secret, which is the newest, can't be removed. */
export function retireSecret(current: Application, id: string): Application | ChangeRefusal {
  const [newest, ...others] = current.secrets;
  if (newest?.id === id) return 'secret_in_use';
  if (!others.some((secret) => secret.id === id)) return 'not_found';
  return { ...current, secrets: current.secrets.filter((secret) => secret.id !== id) };
}

/**
 * Returns the names of the fields in which two records differ. Secrets count as equal if only their field keys
 * were re-encrypted.
 */
export function changedFields(before: object, after: object): string[] {
  const [old, current] = [before, after].map((record) => new Map(Object.entries(withoutFieldKeys(record))));
  const names = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])]);
  return [...names].filter((name) => JSON.stringify(old?.get(name)) !== JSON.stringify(current?.get(name)));
}

const withoutFieldKeys = (record: { secrets?: readonly ApplicationSecret[] }) =>
  record.secrets === undefined ? record : { ...record, secrets: record.secrets.map(({ id }) => id) };

/** The texts of an application that users read before consenting. */
type Stated = Pick<Application, ShownFieldName>;

/** The texts, with the version that changed them and the time of the change, in seconds since 1970. */
export type StatedVersion = Stated & { version: number; at: number };

/** Returns the texts in the order of the field table, because their JSON is compared with the stored JSON. */
export function fieldsShownToUsers(application: Application): Stated {
  const names = fieldNames.filter((name) => fieldOf(name).isShownToUsers);
  return Object.fromEntries(names.map((name) => [name, application[name]])) as Stated;
}
