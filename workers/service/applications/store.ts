import { orUnavailable, ProtocolError } from '../../core/errors.ts';
import {
  type Application,
  type ApplicationsEnv,
  applicationKey,
  clientIdFormat,
  forgetApplication,
  resealSecret,
} from '../applications.ts';

/** How many applications one page of the list holds: as many as KV reads at once. */
const pageSize = 100;

/** Reads the record itself, past the memo. @throws {ProtocolError} `not_found`, `unavailable`. */
export async function readApplication(
  { APPLICATIONS }: ApplicationsEnv,
  client_id = '',
): Promise<Application> {
  if (!clientIdFormat.test(client_id)) throw new ProtocolError('not_found');
  const read = APPLICATIONS.get<Application>(applicationKey(client_id), 'json');
  const application = await orUnavailable('reading an application from KV', read);
  if (application === null) throw new ProtocolError('not_found');
  return application;
}

/**
 * Writes a record. Every write seals its field keys anew, which is all that a rotation of KEYS needs of it.
 * @throws {ProtocolError} `unavailable`.
 */
export async function writeApplication(
  { APPLICATIONS, KEYS }: ApplicationsEnv,
  application: Application,
): Promise<Application> {
  const { client_id } = application;
  const secrets = await Promise.all(application.secrets.map((secret) => resealSecret(KEYS, secret)));
  const written = APPLICATIONS.put(applicationKey(client_id), JSON.stringify({ ...application, secrets }));
  await orUnavailable('writing an application to KV', written);
  forgetApplication(client_id);
  return application;
}

/** @throws {ProtocolError} `unavailable`. */
export async function deleteApplication({ APPLICATIONS }: ApplicationsEnv, client_id: string): Promise<void> {
  await orUnavailable('deleting an application from KV', APPLICATIONS.delete(applicationKey(client_id)));
  forgetApplication(client_id);
}

/**
 * One page of all applications, by client id.
 * @param cursor where the page before ended. @returns the next page's cursor, if there is one.
 * @throws {ProtocolError} `unavailable`.
 */
export async function listApplications({ APPLICATIONS }: ApplicationsEnv, cursor: string | undefined) {
  const listing = APPLICATIONS.list({ prefix: applicationKey(''), limit: pageSize, cursor: cursor ?? null });
  const page = await orUnavailable('listing applications in KV', listing);
  const names = page.keys.map(({ name }) => name);
  const reading =
    names.length > 0 ? APPLICATIONS.get<Application>(names, 'json') : Promise.resolve(new Map());
  const found = await orUnavailable('reading applications from KV', reading);
  return {
    applications: names.flatMap((name): Application[] => found.get(name) ?? []),
    cursor: page.list_complete ? undefined : page.cursor,
  };
}
