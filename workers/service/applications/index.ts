import * as v from 'valibot';
import { endpoint, type Handler } from '../../core/endpoint.ts';
import { readJson } from '../../core/json.ts';
import { queryParameters } from '../../core/parameters.ts';
import { behindToken } from '../bearer.ts';
import { bindings } from '../bindings.ts';
import { change, register, registration, shown, shownWithSecret } from './registration.ts';
import { createSecret, retireSecret } from './secrets.ts';
import { deleteApplication, listApplications, readApplication, writeApplication } from './store.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  ADMIN_TOKEN: bindings.ADMIN_TOKEN,
  APPLICATIONS: bindings.APPLICATIONS,
});
type Env = v.InferOutput<typeof schema>;

const forOperator = (handler: Handler<Env>) => behindToken<Env>(({ ADMIN_TOKEN }) => ADMIN_TOKEN, handler);

/** The operator's API: registers applications, and rotates their secrets (docs/operating.md). */
export default endpoint('service-applications', schema, {
  'GET /admin/applications': forOperator(async ({ env, url }) => {
    const page = await listApplications(env, queryParameters(url).optional('cursor'));
    return Response.json({ ...page, applications: page.applications.map(shown) });
  }),

  'POST /admin/applications': forOperator(async ({ env, now, request }) => {
    const created = await register(env.KEYS, await readJson(request, registration), now);
    await writeApplication(env, created.application);
    return Response.json(shownWithSecret(created), { status: 201 });
  }),

  'GET /admin/applications/:client_id': forOperator(async ({ env, path }) =>
    Response.json(shown(await readApplication(env, path.client_id))),
  ),

  'PATCH /admin/applications/:client_id': forOperator(async ({ env, path, request }) => {
    const changes = await readJson(request, change);
    const application = { ...(await readApplication(env, path.client_id)), ...changes };
    return Response.json(shown(await writeApplication(env, application)));
  }),

  'DELETE /admin/applications/:client_id': forOperator(async ({ env, path }) => {
    const { client_id } = await readApplication(env, path.client_id);
    await deleteApplication(env, client_id);
    return new Response(null, { status: 204 });
  }),

  'POST /admin/applications/:client_id/secrets': forOperator(async ({ env, now, path }) => {
    const rotated = await createSecret(env.KEYS, await readApplication(env, path.client_id), now);
    await writeApplication(env, rotated.application);
    return Response.json(shownWithSecret(rotated), { status: 201 });
  }),

  'DELETE /admin/applications/:client_id/secrets/:id': forOperator(async ({ env, path }) => {
    const application = retireSecret(await readApplication(env, path.client_id), path.id);
    return Response.json(shown(await writeApplication(env, application)));
  }),
});
