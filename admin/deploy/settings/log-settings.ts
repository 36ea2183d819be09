import * as v from 'valibot';
import type { Configuration } from '../../../tools/configuration/index.ts';

/**
 * A worker's settings for logs and traces, which all its versions share: wrangler's `observability`, `logpush`, and
 * `tail_consumers`.
 */
export interface LogSettings {
  observability?: object | undefined;
  logpush?: boolean | undefined;
  tail_consumers?: { service: string }[] | undefined;
}

/** A setting that has other values at Cloudflare than in the settings file. */
export interface LogSettingDifference {
  name: string;
  before: string;
  after: string;
}

const rate = v.pipe(
  v.number('needs a number from 0 to 1'),
  v.minValue(0, 'needs a number from 0 to 1'),
  v.maxValue(1, 'needs a number from 0 to 1'),
);
const kept = {
  enabled: v.optional(v.boolean()),
  head_sampling_rate: v.optional(rate),
  persist: v.optional(v.boolean()),
  destinations: v.optional(v.array(v.string())),
};

/**
 * The section `[service.observability]` or `[gateway.observability]`, in wrangler's words. It can't contain
 * `redact_query_string` or `invocation_logs`, because query strings contain codes.
 */
export const observabilitySection = v.strictObject({
  head_sampling_rate: v.optional(rate),
  issues: v.optional(v.strictObject({ enabled: v.boolean() })),
  logs: v.optional(v.strictObject(kept)),
  traces: v.optional(v.strictObject(kept)),
  logpush: v.optional(v.boolean()),
  tail_consumers: v.optional(v.array(v.string())),
});
export type ObservabilitySection = v.InferOutput<typeof observabilitySection>;

/** Adds the settings file's section to a worker's configuration. The configuration's own values take precedence. */
export function withObservability(
  configuration: Configuration,
  { logpush, tail_consumers, ...observability }: ObservabilitySection,
): Configuration {
  return {
    ...configuration,
    observability: merge(observability, configuration.observability) as Configuration['observability'],
    ...(logpush !== undefined && { logpush }),
    ...(tail_consumers !== undefined && {
      tail_consumers: tail_consumers.map((service) => ({ service })),
    }),
  };
}

/** Returns the log settings in a worker's configuration. */
export const logSettingsIn = ({ observability, logpush, tail_consumers }: Configuration): LogSettings => ({
  observability,
  logpush,
  tail_consumers,
});

/**
 * Combines the settings at Cloudflare with the desired ones. Values without a desired value are kept, such as those
 * that were set in the dashboard.
 */
export const mergeLogSettings = (current: LogSettings, wanted: LogSettings): LogSettings =>
  merge(current, wanted) as LogSettings;

/**
 * Returns the settings at Cloudflare that differ from the desired ones. Only settings that Cloudflare returns and
 * that have a desired value are compared. @param assumed values of settings that Cloudflare doesn't return.
 */
export function changedLogSettings(
  current: LogSettings,
  wanted: LogSettings,
  assumed: Record<string, string> = {},
): LogSettingDifference[] {
  const existing = { ...assumed, ...flatten(current) };
  return Object.entries(flatten(wanted)).flatMap(([name, after]) => {
    const before = existing[name];
    return before === undefined || before === after ? [] : [{ name, before, after }];
  });
}

/** Describes the settings that a deployment changes, such as `traces.enabled: false → true`. */
export const describeChangedLogSettings = (current: LogSettings, wanted: LogSettings): string[] =>
  changedLogSettings(current, wanted, defaults).map(
    ({ name, before, after }) => `${name}: ${before} → ${after}`,
  );

/** Lists the settings that a deployment keeps, although the settings file doesn't have them. */
export function describeKeptLogSettings(current: LogSettings, wanted: LogSettings): string[] {
  const stated = flatten(wanted);
  return Object.entries(flatten(current))
    .filter(([name, value]) => !(name in stated) && value !== defaults[name])
    .map(([name, value]) => `${name} = ${value}`);
}

const exported = { head_sampling_rate: '1', persist: 'true', destinations: '[]' };
const prefixed = (prefix: string) =>
  Object.fromEntries(Object.entries(exported).map(([name, value]) => [`${prefix}.${name}`, value]));

/** Cloudflare's defaults of the settings that are optional in the settings file. */
const defaults: Record<string, string> = {
  head_sampling_rate: '1',
  'issues.enabled': 'false',
  ...prefixed('logs'),
  'traces.enabled': 'false',
  ...prefixed('traces'),
  logpush: 'false',
  tail_consumers: '[]',
};

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns each value of a table under its path, without the first part `observability`. */
function flatten(table: object, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, value]): [string, string][] => {
      const own = name === 'observability' ? '' : `${path}${name}`;
      if (isTable(value)) return Object.entries(flatten(value, own && `${own}.`));
      return value === undefined || value === null ? [] : [[own, text(value)]];
    }),
  );
}

/** Tail consumers are compared by the names of their workers, because Cloudflare adds fields to them. */
const text = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value) ? value.map((item) => (isTable(item) ? item.service : item)).toSorted() : value,
  );

/** Merges tables. The values of the second one take precedence. */
function merge(one: unknown, other: unknown): unknown {
  if (other === undefined || other === null) return one;
  if (!isTable(one) || !isTable(other)) return other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, merge(one[name], other[name])]));
}
