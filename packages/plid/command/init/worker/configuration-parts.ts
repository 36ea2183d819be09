import { publicFetchFlag, workerProperties } from '../../../configuration/worker-properties.ts';

/** How a configuration declares classes of Durable Objects. wrangler refuses both forms in one file. */
export type ObjectDeclaration = 'exports' | 'migrations';

const classes = ['PlidFlow', 'PlidUser'];

const declarations: Readonly<Record<ObjectDeclaration, object>> = {
  exports: {
    exports: Object.fromEntries(classes.map((name) => [name, { type: 'durable-object', storage: 'sqlite' }])),
  },
  migrations: { migrations: [{ tag: 'plid-v1', new_sqlite_classes: classes }] },
};

const rateLimit = (name: string, namespace_id: string, limit: number) => ({
  name,
  namespace_id,
  simple: { limit, period: 60 },
});

/** Secrets without which the gateway serves nothing. */
export const requiredSecrets: readonly string[] = ['KEYS', 'CLIENT_SECRET'];

/**
 * Variables to set before a deployment. The gateway refuses these values and names the setting, because no setting
 * may begin with `<`.
 */
const placeholders = {
  SERVICE_URL: '<origin of the login service>',
  CLIENT_ID: '<client ID that it issued>',
} as const;

/** Properties of the configuration that come before those of the application. */
export const firstParts = { compatibility_flags: [publicFetchFlag] };

/** What the configuration of a Worker with the gateway needs. The client of the sandbox returns to port 3000. */
export const configurationParts = (declared: ObjectDeclaration, ownSecrets: readonly string[] = []) => ({
  ...workerProperties,
  dev: { port: 3000 },
  vars: placeholders,
  secrets: { required: [...new Set([...requiredSecrets, ...ownSecrets])] },
  kv_namespaces: [{ binding: 'STATES' }, { binding: 'SESSIONS' }],
  durable_objects: {
    bindings: [
      { name: 'FLOW', class_name: 'PlidFlow' },
      { name: 'USER', class_name: 'PlidUser' },
    ],
  },
  ...declarations[declared],
  ratelimits: [
    rateLimit('REQUEST_LIMIT', '1010', 300),
    rateLimit('STATE_LIMIT', '1011', 600),
    rateLimit('APP_LIMIT', '1012', 300),
    rateLimit('APP_NETWORK_LIMIT', '1013', 1000),
    rateLimit('APP_TOTAL_LIMIT', '1014', 3000),
  ],
});

/** The properties as lines of wrangler.jsonc, two spaces deep. A list of tables gets a line for each of them. */
export const jsonLines = (parts: object): string =>
  Object.entries(parts)
    .map(([name, value]) => `  "${name}": ${listed(value)}`)
    .join(',\n');

/** The same as lines at the top of wrangler.toml. */
export const tomlLines = (parts: object): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name} = ${listed(value).replaceAll(/"(\w+)": /g, '$1 = ')}`)
    .join('\n');

const listed = (value: unknown): string =>
  Array.isArray(value) && value.length > 2
    ? `[\n${value.map((item) => `    ${inline(item)}`).join(',\n')}\n  ]`
    : inline(value);

/** A value on one line, with a space on each side of what braces contain. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, entry]) => `"${name}": ${inline(entry)}`);
  return `{ ${entries.join(', ')} }`;
}
