import path from 'node:path';
import * as v from 'valibot';
import type { ListedWorker } from '../../workers/workers.ts';
import { type Setting, settingsOf } from '../configuration/settings-of.ts';
import { commentsOf, sourcesOf, textsAbout } from '../reference/source-comments.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The settings' type in the package. `npm run build` writes it, and a test compares it. */
export const settingsFile = path.join(root, 'packages/plid/gateway/settings.ts');

/** The workers that the single Worker can contain. The guard forwards to another server, so it isn't one of them. */
const isInSingleWorker = ({ worker }: ListedWorker): boolean =>
  worker.startsWith('gateway-') && worker !== 'gateway-guard';

/** The workers that a single Worker contains only with the feature of the same name. */
const optionalParts = ['gateway-openid', 'gateway-people', 'gateway-verify'];

/** Settings of the guard that the single Worker has too. */
const guardSettings = ['PUBLIC_PATHS', 'PREFLIGHTS', 'TRUSTED_HEADERS', 'TRUSTED_ORIGINS'];

/** The source of the type `GatewaySettings`: every binding and setting of the gateway, from the workers' schemas. */
export function gatewaySettingsSource(workers: readonly ListedWorker[]): string {
  const guard = workers.find(({ worker }) => worker === 'gateway-guard');
  const settings = new Map<string, [Setting, v.GenericSchema]>();
  const add = (worker: ListedWorker, isChosen: (name: string) => boolean) => {
    for (const setting of settingsOf(worker))
      if (setting.binding?.kind !== 'services' && isChosen(setting.name))
        settings.set(setting.name, [setting, worker.schema.entries[setting.name] as v.GenericSchema]);
  };
  for (const worker of workers.filter(isInSingleWorker)) add(worker, () => true);
  if (guard !== undefined) add(guard, (name) => guardSettings.includes(name));
  // A limit without a binding is off, and optional parts name their bindings themselves.
  const always = new Set(
    workers
      .filter((worker) => isInSingleWorker(worker) && !optionalParts.includes(worker.worker))
      .flatMap(({ schema }) => Object.keys(schema.entries)),
  );
  const required = [...settings.values()].flatMap(([{ name, binding }]) =>
    binding === undefined || binding.kind === 'ratelimits' || !always.has(name) ? [] : [`'${name}'`],
  );
  const comments = commentsOf(sourcesOf.gateway);
  const members = [...settings.values()].map(([setting, schema]) => {
    const [comment] = textsAbout(setting.name, comments);
    const lines = comment?.replaceAll(/(.{1,105})(?: |$)/g, '   * $1\n');
    const text = lines === undefined ? '' : `  /**\n${lines}   */\n`;
    return `${text}${memberOf(setting.name, typeOf(setting, schema))}`;
  });
  return `/** Bindings and settings of the gateway. Generated from the workers' schemas: \`npm run build\` writes this file. */
export interface GatewaySettings {
${members.join('')}}

/**
 * A Durable Object namespace. The type doesn't depend on the class, because the class extends one of the gateway, whose
 * settings may contain the namespace.
 */
type ObjectNamespace = Pick<DurableObjectNamespace, 'idFromName'>;

/** Bindings without which the gateway serves nothing. */
export type RequiredBinding = ${required.join(' | ')};
`;
}

/** Maximum length of a line, as Biome formats it. */
const lineWidth = 110;

function memberOf(name: string, type: string): string {
  const line = `  ${name}: ${type};\n`;
  return line.length <= lineWidth + 1 ? line : `  ${name}:\n    | ${type.split(' | ').join('\n    | ')};\n`;
}

const bindingTypes = {
  kv_namespaces: 'KVNamespace',
  durable_objects: 'ObjectNamespace',
  ratelimits: 'RateLimit',
} as const;

function typeOf({ binding }: Setting, schema: v.GenericSchema): string {
  if (binding !== undefined) return bindingTypes[binding.kind as keyof typeof bindingTypes];
  if ([1, 5, 300, 3_600].some((value) => v.safeParse(schema, value).success)) return 'string | number';
  const options = optionsOf(schema);
  return options === undefined ? 'string' : options.map((option) => `'${option}'`).join(' | ');
}

/** The values of a setting that accepts only these. */
function optionsOf(schema: v.GenericSchema): readonly string[] | undefined {
  const inner = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
  return 'options' in inner && inner.type === 'picklist' ? (inner.options as string[]) : undefined;
}
