import * as v from 'valibot';
import type { WorkerDefinition } from '../../workers/core/worker/endpoint.ts';
import type { SecretFormat } from '../../workers/core/worker/secret-format.ts';
import type { BindingConfiguration } from '../../workers/core/worker/settings.ts';

/** A binding or setting of a worker, from its schema. */
export interface Setting {
  name: string;
  optional: boolean;
  /** How the secret is generated; undefined for a setting that isn't secret. */
  secret: SecretFormat | undefined;
  /** How wrangler configures it; undefined for a variable or a secret. */
  binding: BindingConfiguration | undefined;
}

/** The bindings and settings of a worker, in the order of its schema. */
export function settingsOf({ schema }: Pick<WorkerDefinition, 'schema'>): Setting[] {
  return Object.entries(schema.entries).map(([name, entry]) => {
    const { secret, binding } = metadataOf(entry);
    return { name, optional: hasDefault(entry), secret, binding };
  });
}

interface Metadata {
  secret?: SecretFormat;
  binding?: BindingConfiguration;
}

/** The metadata of a schema, including that of the schema it wraps and of the start of its pipe. */
function metadataOf(schema: v.GenericSchema): Metadata {
  const wrapped = 'wrapped' in schema ? metadataOf(schema.wrapped as v.GenericSchema) : {};
  return { ...wrapped, ...(v.getMetadata(schema) as Metadata) };
}

/** Whether a setting is optional. */
const hasDefault = (schema: v.GenericSchema): boolean => v.safeParse(schema, undefined).success;
