import { type AccountState, type Metadata, refused } from './state.ts';

/** A request with the parts of its path and query. */
interface Sent {
  params: string[];
  query: URLSearchParams;
  text(): Promise<string>;
  json(): Promise<Record<string, unknown>>;
  form(): Promise<FormData>;
}

interface SentDeployment {
  versions: { version_id: string }[];
  annotations?: Record<string, string>;
  code_update_strategy?: object;
}

type Answer = (state: AccountState, sent: Sent) => unknown;

const script = (state: AccountState, name = '') => {
  const found = state.scripts.get(name);
  if (found === undefined) throw refused(404, 10007, 'This Worker does not exist on your account.');
  return found;
};

/** The account that makes every change. */
const author = 'lee@example.com';
const scripts = '/accounts/account/workers/scripts';

/** The part of Cloudflare's API that a deployment uses, by method and path. */
export const answers: [method: string, path: RegExp, answer: Answer][] = [
  ['GET', /^\/zones$/, ({ zones }, { query }) => zones.filter(({ name }) => name === query.get('name'))],
  ['GET', /^\/zones\/([^/]+)$/, ({ zones }, { params: [id] }) => zones.find((zone) => zone.id === id)],
  ['GET', /^\/zones\/[^/]+\/workers\/routes$/, ({ routes }) => routes],
  [
    'POST',
    /^\/zones\/[^/]+\/workers\/routes$/,
    async (state, sent) => state.addRoute((await sent.json()) as { pattern: string; script: string }),
  ],
  [
    'PUT',
    /^\/zones\/[^/]+\/workers\/routes\/([^/]+)$/,
    async (state, { params: [id], json }) =>
      state.moveRoute(id, (await json()) as { pattern: string; script: string }),
  ],
  [
    'GET',
    /^\/zones\/[^/]+\/dns_records$/,
    ({ records }, { query }) => records.filter(({ name }) => name === query.get('name')),
  ],
  [
    'GET',
    /^\/accounts\/account\/workers\/domains$/,
    ({ domains }, { query }) => domains.filter(({ hostname }) => hostname === query.get('hostname')),
  ],
  [
    'GET',
    /^\/accounts\/account\/storage\/kv\/namespaces$/,
    ({ namespaces }, { query }) => {
      const [page, length] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)];
      return namespaces.slice((page - 1) * length, page * length);
    },
  ],
  [
    'POST',
    /^\/accounts\/account\/storage\/kv\/namespaces$/,
    async (state, sent) => state.createNamespace(String((await sent.json()).title)),
  ],
  [
    'GET',
    /^\/accounts\/account\/storage\/kv\/namespaces\/([^/]+)$/,
    (state, { params: [id = ''] }) => state.namespace(id),
  ],
  ['GET', /^\/accounts\/account\/workers\/subdomain$/, () => ({ subdomain: 'example' })],
  [
    'DELETE',
    /^\/zones\/[^/]+\/workers\/routes\/([^/]+)$/,
    (state, { params: [id = ''] }) => state.deleteRoute(id),
  ],
  [
    'DELETE',
    /^\/accounts\/account\/workers\/domains\/([^/]+)$/,
    (state, { params: [id = ''] }) => state.deleteDomain(id),
  ],
  [
    'DELETE',
    new RegExp(`^${scripts}/([^/]+)$`),
    (state, { params: [name = ''] }) => state.deleteScript(name),
  ],
  [
    'DELETE',
    /^\/accounts\/account\/storage\/kv\/namespaces\/([^/]+)$/,
    (state, { params: [id = ''] }) => state.deleteNamespace(id),
  ],
  [
    'PUT',
    /^\/accounts\/account\/storage\/kv\/namespaces\/([^/]+)\/values\/([^/]+)$/,
    async (state, { params: [id = '', key], text }) => {
      state.namespace(id);
      state.values.set(`${id}/${key}`, await text());
    },
  ],
  [
    'GET',
    /^\/accounts\/account\/storage\/kv\/namespaces\/([^/]+)\/values\/([^/]+)$/,
    (state, { params: [id, key] }) => {
      const value = state.values.get(`${id}/${key}`);
      if (value === undefined) throw refused(404, 10009, 'key not found');
      return new Response(value);
    },
  ],
  ['GET', new RegExp(`^${scripts}$`), (state) => [...state.scripts.keys()].map((id) => ({ id }))],
  [
    'PUT',
    new RegExp(`^${scripts}/([^/]+)$`),
    async (state, sent) => {
      const version = state.deploy(sent.params[0] ?? '', ...(await readUpload(sent)));
      return { id: sent.params[0], startup_time_ms: 1, deployment_id: version.id, tags: [] };
    },
  ],
  [
    'POST',
    new RegExp(`^${scripts}/([^/]+)/versions$`),
    async (state, sent) => {
      script(state, sent.params[0]);
      const { id } = state.upload(sent.params[0] ?? '', ...(await readUpload(sent)));
      return { id, startup_time_ms: 1, resources: { script: { etag: id } }, metadata: {} };
    },
  ],
  [
    'PATCH',
    new RegExp(`^${scripts}/([^/]+)/script-settings$`),
    async (state, sent) => {
      const { settings } = script(state, sent.params[0]);
      state.changeSettings(settings, await sent.json());
      return settings;
    },
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/script-settings$`),
    (state, { params: [name] }) => script(state, name).settings,
  ],
  [
    'GET',
    /^\/accounts\/account\/workers\/services\/([^/]+)$/,
    (state, { params: [name] }) => ({
      id: name,
      default_environment: {
        environment: 'production',
        script: {
          id: name,
          migration_tag: script(state, name).migrationTag,
          last_deployed_from: 'wrangler',
        },
      },
    }),
  ],
  [
    'GET',
    /^\/accounts\/account\/workers\/workers\/([^/]+)$/,
    (state, { params: [name] }) => ({ id: name, name, subdomain: script(state, name).subdomain }),
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/secrets$`),
    (state, { params: [name = ''] }) => {
      script(state, name);
      return state.current(name)?.metadata.bindings.filter(({ type }) => type === 'secret_text');
    },
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/settings$`),
    (state, { params: [name = ''] }) => {
      script(state, name);
      return { bindings: state.current(name)?.metadata.bindings };
    },
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/deployments$`),
    (state, { params: [name] }) => ({
      deployments: script(state, name)
        .deployments.slice(0, 10)
        .map(({ id, version, message, created }) => ({
          id,
          created_on: created,
          author_email: author,
          versions: [{ version_id: version, percentage: 100 }],
          annotations: { 'workers/message': message },
        })),
    }),
  ],
  [
    'POST',
    new RegExp(`^${scripts}/([^/]+)/deployments$`),
    async (state, sent) => {
      const { versions, annotations, code_update_strategy } =
        (await sent.json()) as unknown as SentDeployment;
      script(state, sent.params[0]);
      const message = annotations?.['workers/message'];
      state.redeploy(sent.params[0] ?? '', versions[0]?.version_id, message, code_update_strategy);
      return {};
    },
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/versions$`),
    (state, { params: [name] }) => ({
      items: script(state, name)
        .versions.slice(0, 100)
        .map(({ id, created, metadata }) => ({
          id,
          metadata: { created_on: created, author_email: author },
          annotations: metadata.annotations,
        })),
    }),
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/versions/([^/]+)$`),
    (state, { params: [name, id] }) => {
      const found = script(state, name).versions.find((version) => version.id === id);
      if (found === undefined) throw refused(404, 10019, 'The requested Worker version could not be found.');
      // The value of a secret is never returned.
      const bindings = found.metadata.bindings.map(({ text, ...binding }) =>
        binding.type === 'secret_text' ? binding : { ...binding, text },
      );
      return { id, metadata: { created_on: found.created, author_email: author }, resources: { bindings } };
    },
  ],
  [
    'GET',
    new RegExp(`^${scripts}/([^/]+)/subdomain$`),
    (state, { params: [name] }) => script(state, name).subdomain,
  ],
  [
    'POST',
    new RegExp(`^${scripts}/([^/]+)/subdomain$`),
    async (state, sent) => Object.assign(script(state, sent.params[0]).subdomain, await sent.json()),
  ],
  [
    'PUT',
    new RegExp(`^${scripts}/([^/]+)/routes$`),
    async (state, sent) => {
      const routes = (await sent.json()) as unknown as { pattern: string }[];
      state.putRoutes(
        sent.params[0] ?? '',
        routes.map(({ pattern }) => pattern),
      );
      return routes;
    },
  ],
  [
    'POST',
    new RegExp(`^${scripts}/([^/]+)/domains/changeset$`),
    () => ({ added: [], removed: [], updated: [], conflicting: [] }),
  ],
  [
    'PUT',
    new RegExp(`^${scripts}/([^/]+)/domains/records$`),
    async (state, sent) => {
      const { origins } = (await sent.json()) as { origins: { hostname: string }[] };
      state.putDomains(
        sent.params[0] ?? '',
        origins.map(({ hostname }) => hostname),
      );
      return {};
    },
  ],
];

/** The form that wrangler uploads: the worker's metadata and its one module. */
async function readUpload(sent: Sent): Promise<[Metadata, string, string | undefined]> {
  const form = await sent.form();
  const metadata: Metadata = JSON.parse(String(form.get('metadata')));
  const textOf = (name: string) => new Response(form.get(name) as File).text();
  const map = `${metadata.main_module}.map`;
  return [metadata, await textOf(metadata.main_module), form.has(map) ? await textOf(map) : undefined];
}
