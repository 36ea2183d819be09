import * as v from 'valibot';
import { sha256, toHex } from '../../workers/core/crypto/bytes.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { omit } from '../../workers/core/protocol/omit.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import * as operatorRefusals from '../../workers/service/operator/access/operator-refusals.ts';
import { registration } from '../../workers/service/operator/applications/registration.ts';
import { type Fault, faultSchema } from '../fault.ts';
import { presetNames, presets } from '../fault-presets.ts';
import { type Subscriber, subscriberSchema } from '../subscriber.ts';
import { applicationFieldMessages } from './application-field-messages.ts';
import { demoTerms } from './demo-applications.ts';
import { seededCredentials, seedOf } from './seed-schema.ts';
import * as worldRefusals from './world-refusals.ts';

/** An application from a seed, with all fields filled in. */
export type SeededApplication = Omit<v.InferOutput<typeof registration>, 'same_name' | 'allow_loopback'> & {
  client_id: string;
  client_secret: string;
};

/** The content of a new local environment, in addition to its demo applications and ten users. */
export interface WorldSeed {
  applications: SeededApplication[];
  people: Subscriber[];
  faults: readonly Fault[];
  /** Whether requests are limited as in a deployed service. */
  limits: boolean;
}

const part = v.record(v.string(), v.unknown());
/** The parts are validated one by one, so that a message names the place. */
const outline = seedOf(part, part, part);

/** Messages for the author of a seed, by field. Each describes the field's valid values. */
const needs: Record<string, string> = {
  ...applicationFieldMessages,
  client_id: 'needs 20 letters and digits',
  client_secret: 'needs 64 lowercase hexadecimal digits; generate them with: openssl rand -hex 32',
  phoneNo: 'needs 11 digits without hyphens, such as "01012345678"',
  telcoCd: 'needs "S", "K", or "L"',
  mvno: 'needs "Y" or "N"',
  gender: 'needs "F" or "M"',
  birthdate: 'needs a valid date as YYMMDD, such as "011224"',
  foreign: 'needs "L" or "F"',
  behaviour: 'needs "approves", "waits", "denies", "silent", "fails", or "unregistered"',
  digits: 'needs "asked", "choose", "type", or "none"',
  calls: 'needs "Y" or "N"',
  tells: 'needs "all", "less", or "nothing"',
  country: 'needs "KR" or "RU"',
  endpoint: 'needs an endpoint of §4, such as "/oauth2/token", or "carrier" with the kind "outage"',
  kind: 'needs a kind of fault (see docs/sandbox/faults.md)',
  status: 'needs an HTTP status, such as 503',
  error: 'needs an error code from §7, such as "server_error"',
  count: 'needs a number from 1 to 1000000',
  milliseconds: 'needs a number from 0 to 60000',
  applications: 'needs a list of applications',
  people: 'needs a list of people',
  faults: 'needs a list of faults',
  preset: `needs one of these: ${presetNames.map((name) => `"${name}"`).join(', ')}`,
  limits: 'needs true or false',
};

/**
 * Validates a seed and fills in defaults. @param origin the origin of the local environment, which serves the
 * demo's privacy notice. @throws {ProtocolError} `faulty_seed` if the seed is invalid. The error names the first
 * fault, its position, and what is needed.
 */
export async function readSeed(seed: unknown, origin: string): Promise<WorldSeed> {
  const { applications, people, faults, preset, limits } = checked('seed', outline, seed);
  const seeded = applications.map((application, index) => at(`applications[${index}]`, application, origin));
  refuseTwice(seeded.map((application) => application.client_id));
  return {
    applications: await Promise.all(seeded.map(withSecret)),
    people: people.map((person, index) => checked(`people[${index}]`, subscriberSchema, person)),
    faults: [
      ...(preset === undefined ? [] : presets[preset]),
      ...faults.map((fault, index) => checked(`faults[${index}]`, faultSchema, fault)),
    ],
    limits,
  };
}

type Unfinished = Omit<SeededApplication, 'client_secret'> & { client_secret: string | undefined };

/**
 * Validates one application of a seed and fills in the seed's defaults, which are all attributes and the demo's
 * consent texts.
 */
function at(
  place: string,
  { client_id: id, client_secret: secret, ...rest }: object & Record<string, unknown>,
  origin: string,
): Unfinished {
  const credentials = checked(place, seededCredentials, {
    client_id: id,
    client_secret: secret,
  });
  const complete = { attributes: [...attributes], ...demoTerms(String(rest.name), origin), ...rest };
  const fields = omit(checked(place, registration, complete), 'same_name', 'allow_loopback');
  return { client_id: credentials.client_id, client_secret: credentials.client_secret, ...fields };
}

/**
 * Adds a client secret. If the seed sets no secret for the application, the secret is derived from its client_id.
 * The derived secret is the same in every run.
 */
async function withSecret({ client_secret: own, ...application }: Unfinished): Promise<SeededApplication> {
  const client_secret = own ?? toHex(await sha256(`plid sandbox secret of ${application.client_id}`));
  return { ...application, client_secret };
}

function refuseTwice(ids: readonly string[]): void {
  const index = ids.findIndex((id, place) => ids.indexOf(id) !== place);
  if (index >= 0) throw faulty(`applications[${index}].client_id`, 'is already used by another application');
}

function checked<Schema extends v.GenericSchema>(
  place: string,
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const prefix = place === 'seed' ? '' : `${place}.`;
  try {
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const [issue] = result.issues;
    const path = v.getDotPath(issue) ?? '';
    const [field = ''] = path.split('.');
    if (issue.type === 'strict_object' && issue.expected === 'never')
      throw faulty(prefix + path, "isn't a field of a seed");
    throw faulty(path === '' ? place : prefix + path, needs[field] ?? 'needs another value');
  } catch (failure) {
    if (!(failure instanceof ProtocolError) || failure.refusal === worldRefusals.faulty_seed) throw failure;
    const advice = failure.refusal === operatorRefusals.unacceptable_callback ? httpAdvice : '';
    throw faulty(place, `is rejected. ${failure.describe('en').replace(/\.$/, '')}${advice}`);
  }
}

const httpAdvice =
  '. To use http at the name of a container, start plid sandbox with --allow-host and that name';

const faulty = (item: string, value: string) => new ProtocolError(worldRefusals.faulty_seed, { item, value });
