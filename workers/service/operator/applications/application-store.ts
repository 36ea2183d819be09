import { clientIdFormat } from '../../../core/protocol/credentials.ts';
import { ProtocolError, type Refusal } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type Located, namedObject } from '../../../core/storage/named-object.ts';
import type { Application as ApplicationObject } from '../../objects/application.ts';
import type { Change, ChangeRefusal, PastChange, StatedVersion } from '../../objects/application-changes.ts';
import type { Reviewer } from '../../objects/application-reviewers.ts';
import { type Application, type ApplicationCopy, cacheCopy, isDeleted } from '../../registry/applications.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';

export interface StoreEnv extends Located {
  APPLICATION: DurableObjectNamespace<ApplicationObject>;
}

type Stub = DurableObjectStub<ApplicationObject>;

/**
 * Returns the Durable Object of an application. @throws {ProtocolError} `not_found` if the client id is malformed.
 */
function objectOf(env: StoreEnv, client_id: string): Stub {
  if (!clientIdFormat.test(client_id)) throw new ProtocolError(refusals.not_found);
  return namedObject(env.APPLICATION, client_id, env);
}

/**
 * Returns the current registration, or undefined if it was deleted or never existed. @throws {ProtocolError}
 * `unavailable`.
 */
export async function existingApplication(
  env: StoreEnv,
  client_id: string,
): Promise<Application | undefined> {
  const read: Promise<ApplicationCopy | undefined> = objectOf(env, client_id).read();
  const copy = await callObject('reading an application', read);
  return copy === undefined || isDeleted(copy) ? undefined : copy;
}

/** Returns the current registration. @throws {ProtocolError} `not_found`, `unavailable`. */
export async function readApplication(env: StoreEnv, client_id = ''): Promise<Application> {
  const application = await existingApplication(env, client_id);
  if (application === undefined) throw new ProtocolError(refusals.not_found);
  return application;
}

/** Maximum number of changes in one response. */
const historyPage = 100;

/**
 * Returns the changes to an application, latest first, even if the application was deleted. @param before returns
 * only changes before this version.
 * @returns the changes and, if there are more, the version to continue with. @throws {ProtocolError} `not_found`,
 * `unavailable`.
 */
export async function readHistory(env: StoreEnv, client_id = '', before?: number) {
  const reading: Promise<PastChange[] | undefined> = objectOf(env, client_id).history(
    before,
    historyPage + 1,
  );
  const read = await callObject('reading the history of an application', reading);
  if (read === undefined) throw new ProtocolError(refusals.not_found);
  const history = read.slice(0, historyPage);
  return { history, before: read.length > historyPage ? history.at(-1)?.version : undefined };
}

/**
 * Returns each version of the texts that users read before consenting, latest first, even if the application was
 * deleted. @throws {ProtocolError} `not_found`, `unavailable`.
 */
export async function readTermsVersions(env: StoreEnv, client_id = ''): Promise<StatedVersion[]> {
  const reading: Promise<StatedVersion[] | undefined> = objectOf(env, client_id).stated();
  const versions = await callObject('reading what an application has stated', reading);
  if (versions === undefined) throw new ProtocolError(refusals.not_found);
  return versions;
}

/** Returns the store reviewers of an application, oldest first. @throws {ProtocolError} `not_found`, `unavailable`. */
export async function readReviewers(env: StoreEnv, client_id: string): Promise<Reviewer[]> {
  const reading: Promise<Reviewer[] | undefined> = objectOf(env, client_id).reviewers();
  const reviewers = await callObject('reading the reviewers of an application', reading);
  if (reviewers === undefined) throw new ProtocolError(refusals.not_found);
  return reviewers;
}

const changeRefusals: Record<ChangeRefusal, Refusal> = {
  not_found: refusals.not_found,
  changed_meanwhile: operatorRefusals.changed_meanwhile,
  secrets_full: operatorRefusals.secrets_full,
  secret_in_use: operatorRefusals.secret_in_use,
  client_id_taken: operatorRefusals.client_id_taken,
  application_exists: operatorRefusals.application_exists,
  application_deleted: operatorRefusals.application_deleted,
  reviewers_full: operatorRefusals.reviewers_full,
};

/**
 * Changes an application in its Durable Object. This isolate sees the change at once, and all other isolates see
 * it within 90 seconds. @param now in seconds since 1970. @throws {ProtocolError} with the reason if the change is
 * rejected, or `unavailable`.
 */
export async function changeApplication<Changed extends ApplicationCopy>(
  env: StoreEnv,
  client_id: string | undefined,
  now: number,
  change: (object: Stub) => Promise<Change<Changed>>,
): Promise<Changed> {
  const result = await callObject('changing an application', change(objectOf(env, client_id ?? '')));
  if ('refused' in result) throw new ProtocolError(changeRefusals[result.refused]);
  cacheCopy(result.copy, now);
  return result.copy;
}
