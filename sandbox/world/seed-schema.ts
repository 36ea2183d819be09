import * as v from 'valibot';
import { clientIdFormat } from '../../workers/core/protocol/credentials.ts';
import { omit } from '../../workers/core/protocol/omit.ts';
import { registration } from '../../workers/service/operator/applications/registration.ts';
import { faultSchema } from '../fault.ts';
import { presetNames } from '../fault-presets.ts';
import { subscriberSchema } from '../subscriber.ts';
import { demoTerms } from './demo-applications.ts';

/** Credentials of an application in a seed. Without a secret, one is derived from the client ID. */
export const seededCredentials = v.object({
  client_id: v.pipe(v.string(), v.regex(clientIdFormat)),
  client_secret: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

/** Fields of an application that a seed may leave out, although a registration needs them. */
const filledIn = ['attributes', ...Object.keys(demoTerms('', ''))];

/** The fields of an application in a seed, each with the schema of a registration. */
const applicationFields = Object.fromEntries(
  Object.entries(omit(registration.entries, 'same_name', 'allow_loopback')).map(([name, schema]) => [
    name,
    filledIn.includes(name) ? v.exactOptional(schema) : schema,
  ]),
);

/** Returns the schema of a seed with the schemas of its parts. */
export const seedOf = <
  Application extends v.GenericSchema,
  Person extends v.GenericSchema,
  Fault extends v.GenericSchema,
>(
  application: Application,
  person: Person,
  fault: Fault,
) =>
  v.strictObject({
    /** For editors: the address of the JSON Schema. */
    $schema: v.optional(v.string()),
    applications: v.optional(v.array(application), []),
    people: v.optional(v.array(person), []),
    faults: v.optional(v.array(fault), []),
    preset: v.optional(v.picklist(presetNames)),
    limits: v.optional(v.boolean(), false),
  });

/** The whole schema of a seed, from which the build writes the JSON Schema for editors. */
export const seedSchema = seedOf(
  v.strictObject({ ...seededCredentials.entries, ...applicationFields }),
  subscriberSchema,
  faultSchema,
);
