import * as v from 'valibot';
import { clientIdFormat } from '../../../core/protocol/credentials.ts';
import { readJson } from '../../../core/protocol/json.ts';
import { queryParameters } from '../../../core/protocol/parameters.ts';
import { readReason } from '../../../core/protocol/user-identifier.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  requireToken,
} from '../../../core/worker/operator-token.ts';
import { pick } from '../../../core/worker/settings.ts';
import type { Application } from '../../registry/applications.ts';
import { operatorTokens } from '../../settings/operator-tokens.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { changeApplication, readApplication, readHistory, readTermsVersions } from './application-store.ts';
import { entityTag, expectedVersion, parseVersionParameter } from './entity-tag.ts';
import { rejectUnrequestedOptional } from './field-schemas.ts';
import { listApplications, refuseTakenName } from './list-applications.ts';
import { refuseNewLoopback } from './loopback-callbacks.ts';
import {
  findUndelivered,
  listUndelivered,
  recordEventAccess,
  redeliverEvents,
  redeliveryRequestSchema,
} from './redeliver-events.ts';
import {
  change,
  createClientId,
  createSecret,
  fieldsForOperator,
  fieldsForOperatorWithSecret,
  registration,
  resealFieldKeys,
} from './registration.ts';
import { requireSigningKeys } from './required-keys.ts';
import { addReviewer, listReviewers, removeReviewer, reviewerRequestSchema } from './reviewers.ts';
import { exportedFields, imported, readImported } from './transfer-application.ts';

const schema = v.object({
  ...pick(
    bindings,
    'KEYS',
    'APPLICATIONS',
    'LOCATION_HINT',
    'APPLICATION',
    'ACCOUNT',
    'EVENT_KEYS',
    'SIGNER',
    'ACCESS_RECORDS',
    'HSTS_SUBDOMAINS',
  ),
  ...pick(operatorTokens, 'ADMIN_TOKEN'),
});
type Env = v.InferOutput<typeof schema>;

/** Requires the operator's token and logs the application that the request is about. */
const forOperator = (handler: OperatorHandler<Env>) =>
  requireToken<Env>(
    ({ ADMIN_TOKEN }) => ADMIN_TOKEN,
    (context) => {
      const { client_id = '' } = context.path;
      if (clientIdFormat.test(client_id)) context.note({ client_id });
      return handler(context);
    },
    ['applications'],
  );

/**
 * The operator's applications API.
 *
 * It registers applications and rotates their secrets (docs/operate/applications.md).
 */
export default endpoint('service-applications', schema, {
  /** Lists applications. */
  'GET /admin/applications': forOperator(async ({ env, now, url }) => {
    const page = await listApplications(env, queryParameters(url).optional('cursor'), now);
    const shown = page.applications.map((application) => fieldsForOperator(env.KEYS, application));
    return Response.json({ ...page, applications: await Promise.all(shown) });
  }),

  /** Registers an application. */
  'POST /admin/applications': forOperator(register),

  /** Exports applications with their encrypted secrets. */
  'GET /admin/applications-export': forOperator(async (context) => {
    const { env, now, url, token } = context;
    const page = await listApplications(env, queryParameters(url).optional('cursor'), now);
    serviceEvents.record(context, 'applications_exported', { token });
    return Response.json({ ...page, applications: page.applications.map(exportedFields) });
  }),

  /** Imports an exported application. */
  'POST /admin/applications-import': forOperator(importOne),

  /** Shows an application. */
  'GET /admin/applications/:client_id': forOperator(async ({ env, path }) =>
    answer(env, await readApplication(env, path.client_id)),
  ),

  /** Changes of an application. */
  'GET /admin/applications/:client_id/history': forOperator(async ({ env, path, url }) =>
    Response.json(
      await readHistory(env, path.client_id, parseVersionParameter(queryParameters(url), 'before')),
    ),
  ),

  /** Texts that users read before they agreed. */
  'GET /admin/applications/:client_id/terms': forOperator(async ({ env, path }) =>
    Response.json({ terms: await readTermsVersions(env, path.client_id) }),
  ),

  /** Undelivered events. */
  'GET /admin/applications/:client_id/events': forOperator(async (context) => {
    const { env, now, path, url } = context;
    const query = queryParameters(url);
    const reason = readReason(query.optional('reason'));
    const page = await listUndelivered(env, path.client_id, query.optional('cursor'), now);
    await recordEventAccess(context, 'events list', reason, page);
    return Response.json(page);
  }),

  /** Sends undelivered events again. */
  'POST /admin/applications/:client_id/events/resend': forOperator(async (context) => {
    const { env, now, path, request, token } = context;
    const { client_id = '' } = path;
    const asked = await readJson(request, redeliveryRequestSchema);
    const page = await findUndelivered(env, client_id, asked, now);
    await recordEventAccess(context, 'events resend', asked.reason, page);
    const answer = await redeliverEvents(env, client_id, page, now);
    serviceEvents.record(context, 'events_resent', { client_id, token });
    return Response.json(answer);
  }),

  /** Lists store reviewers. */
  'GET /admin/applications/:client_id/reviewers': forOperator(async ({ env, path: { client_id = '' } }) =>
    Response.json(await listReviewers(env, client_id)),
  ),

  /** Registers a store reviewer. */
  'POST /admin/applications/:client_id/reviewers': forOperator(async (context) => {
    const { env, now, path, request, token } = context;
    const { client_id = '' } = path;
    const wanted = await readJson(request, reviewerRequestSchema);
    const reviewer = await addReviewer(env, client_id, wanted, token, now);
    serviceEvents.record(context, 'reviewer_added', { client_id, token });
    return Response.json(reviewer, { status: 201 });
  }),

  /** Removes a store reviewer. */
  'DELETE /admin/applications/:client_id/reviewers/:id': forOperator(async (context) => {
    const { env, now, path, token } = context;
    const { client_id = '', id = '' } = path;
    await removeReviewer(env, client_id, id, token, now);
    serviceEvents.record(context, 'reviewer_removed', { client_id, token });
    return new Response(null, { status: 204 });
  }),

  /** Changes an application. */
  'PATCH /admin/applications/:client_id': forOperator(update),

  /** Deletes an application for good. */
  'DELETE /admin/applications/:client_id': forOperator(async (context) => {
    const { env, now, path, request, token } = context;
    const expected = expectedVersion(request);
    const { client_id } = await changeApplication(env, path.client_id, now, (object) =>
      object.delete(now, token, expected),
    );
    serviceEvents.record(context, 'application_deleted', { client_id, token });
    return new Response(null, { status: 204 });
  }),

  /** Adds a client secret. */
  'POST /admin/applications/:client_id/secrets': forOperator(async (context) => {
    const { env, now, path, token } = context;
    const { client_secret, secret } = await createSecret(env.KEYS, now);
    const rotated = await changeApplication(env, path.client_id, now, (object) =>
      object.addSecret(secret, now, token),
    );
    const { client_id } = rotated;
    serviceEvents.record(context, 'secret_added', { client_id, token, secret: secret.id });
    return answer(env, rotated, client_secret);
  }),

  /** Retires a client secret. */
  'DELETE /admin/applications/:client_id/secrets/:id': forOperator(async (context) => {
    const { env, now, path, token } = context;
    const { id = '' } = path;
    const remaining = await changeApplication(env, path.client_id, now, (object) =>
      object.retireSecret(id, now, token),
    );
    const { client_id } = remaining;
    serviceEvents.record(context, 'secret_retired', { client_id, token, secret: id });
    return answer(env, remaining);
  }),
});

async function register(context: OperatorContext<Env>): Promise<Response> {
  const { env, now, request, url, token } = context;
  const { same_name, allow_loopback, ...described } = await readJson(request, registration);
  rejectUnrequestedOptional(described.optional, described.attributes);
  if (!allow_loopback) refuseNewLoopback(url, described);
  if (!same_name) await refuseTakenName(env, described);
  await requireSigningKeys(env, described);
  const client_id = createClientId();
  const { client_secret, secret } = await createSecret(env.KEYS, now);
  const application = { client_id, ...described, secrets: [secret], created: now };
  const registered = await changeApplication(env, client_id, now, (object) =>
    object.register(application, now, token),
  );
  serviceEvents.record(context, 'application_registered', { client_id, token, secret: secret.id });
  return answer(env, registered, client_secret);
}

async function importOne(context: OperatorContext<Env>): Promise<Response> {
  const { env, now, request, token } = context;
  const { replace, ...given } = await readJson(request, imported);
  const application = await readImported(env.KEYS, given);
  const { client_id } = application;
  context.note({ client_id });
  await requireSigningKeys(env, application);
  const result = await changeApplication(env, client_id, now, (object) =>
    object.import(application, replace, now, token),
  );
  serviceEvents.record(context, 'application_imported', { client_id, token });
  return answer(env, result);
}

/**
 * Updates an application. Every update re-encrypts the field keys, even if nothing else changes, because a
 * rotation of `KEYS` relies on this.
 */
async function update(context: OperatorContext<Env>): Promise<Response> {
  const { env, now, path, request, url, token } = context;
  const expected = expectedVersion(request);
  const { same_name, allow_loopback, ...changes } = await readJson(request, change);
  const current = await readApplication(env, path.client_id);
  const { client_id, name, attributes, secrets } = current;
  rejectUnrequestedOptional(changes.optional ?? [], changes.attributes ?? attributes);
  if (!allow_loopback) refuseNewLoopback(url, changes, current);
  if (!same_name && changes.name !== undefined && changes.name !== name)
    await refuseTakenName(env, { client_id, name: changes.name });
  await requireSigningKeys(env, changes);
  const fieldKeys = await resealFieldKeys(env.KEYS, secrets);
  const updated = await changeApplication(env, client_id, now, (object) =>
    object.update(changes, fieldKeys, now, token, expected),
  );
  const changed = Object.keys(changes).join();
  serviceEvents.record(context, 'application_updated', { client_id, token, changed });
  return answer(env, updated);
}

/**
 * Returns a response with an application's fields. @param client_secret a new client secret, which only this
 * response contains.
 */
async function answer({ KEYS }: Env, application: Application, client_secret?: string): Promise<Response> {
  const headers = { ETag: entityTag(application.version) };
  if (client_secret === undefined)
    return Response.json(await fieldsForOperator(KEYS, application), { headers });
  const shown = await fieldsForOperatorWithSecret(KEYS, application, client_secret);
  return Response.json(shown, { status: 201, headers });
}
