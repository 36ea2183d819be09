import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import type { Half } from '../../../tools/configuration/index.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { io } from '../../../tools/terminal/io.ts';
import { type ObservabilitySection, observabilitySection } from './log-settings.ts';

const example = 'admin/plid.deploy.example.toml';
const hostPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const wholeNumber = 'needs a whole number of at least 1, such as 600';
const host = (label: string) => v.pipe(v.string(), v.regex(hostPattern, `needs a ${label}`));

/** Maximum number of calls in a rate limit's period (limits.ts). */
const limit = v.pipe(v.number(), v.integer(wholeNumber), v.minValue(1, wholeNumber));

const half = {
  host: host('host such as login.example.com, without https://'),
  zone: host('zone such as example.com'),
  without: v.optional(v.array(v.string()), []),
  settings: v.optional(
    v.record(v.string(), v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
    {},
  ),
  limits: v.optional(v.record(v.string(), limit), {}),
  observability: v.optional(observabilitySection, {}),
};
const schema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]{0,29}$/, 'needs up to 30 lowercase letters, digits, and hyphens, such as plid'),
  ),
  service: v.optional(v.strictObject({ ...half, carrier: v.optional(v.string()) })),
  gateway: v.optional(v.strictObject(half)),
});

/** The configuration of a service or gateway, from the settings file. */
export interface DeploymentConfig {
  half: Half;
  /**
   * Prefix of all of this deployment's names at Cloudflare. Other deployments in the account need other prefixes.
   */
  name: string;
  host: string;
  zone: string;
  /** Workers that aren't deployed, named by their routes, such as `guard`. */
  without: string[];
  settings: Record<string, string>;
  /** The names of all settings in the file, for both the service and the gateway. */
  allSettingNames: string[];
  /** Rate limits that differ from the workers' defaults, by name. */
  limits: Record<string, number>;
  /** The settings for exporting logs and traces. */
  observability: ObservabilitySection;
  /** The folder of the operator's own carrier worker. */
  carrier: string | undefined;
  /** Folder in which a deployment stores all its files on this machine. */
  folder: string;
}

/** Returns the operator's own workers that replace plid's workers, by the name of the replaced worker. */
export const replacedWorkers = ({ carrier }: Pick<DeploymentConfig, 'carrier'>): Record<string, string> =>
  carrier === undefined ? {} : { 'service-carriers': 'carrier' };

/** Reads the settings file of a deployment. @throws {Failure} that names what to fix. */
export function readConfig(file: string, wanted: Half): DeploymentConfig {
  const own = path.resolve(io().cwd, file);
  if (!existsSync(own)) {
    throw new Failure(
      `${file} doesn't exist. Create it from the example: cp ${example} ${path.basename(file)}`,
    );
  }
  const { name, service, gateway } = check(parseToml(own, file), file);
  const described = wanted === 'service' ? service : gateway;
  if (described === undefined) {
    throw new Failure(`${file} has no [${wanted}] section. Copy the section from ${example}.`);
  }
  if (described.host !== described.zone && !described.host.endsWith(`.${described.zone}`)) {
    throw new Failure(`${file}: ${described.host} isn't in the zone ${described.zone}.`);
  }
  const folder = path.dirname(own);
  const carrier = wanted === 'service' ? service?.carrier : undefined;
  return {
    half: wanted,
    name,
    folder,
    host: described.host,
    zone: described.zone,
    without: described.without,
    settings: described.settings,
    limits: described.limits,
    observability: described.observability,
    allSettingNames: [service, gateway].flatMap((each) => Object.keys(each?.settings ?? {})),
    carrier: carrier === undefined ? undefined : path.resolve(folder, carrier),
  };
}

function parseToml(own: string, file: string): unknown {
  try {
    return parse(readFileSync(own, 'utf8'));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.split('\n');
    throw new Failure(`${file} isn't valid TOML, line ${error.line}: ${reason}.`);
  }
}

function check(parsed: unknown, file: string): v.InferOutput<typeof schema> {
  const result = v.safeParse(schema, parsed, { abortPipeEarly: true });
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'} ${faultOf(issue)}`);
  throw new Failure(`${file}: ${faults.join('; ')}.`);
}

const faultOf = ({ expected, received, message, type }: v.BaseIssue<unknown>) => {
  if (['regex', 'integer', 'min_value', 'max_value'].includes(type)) return message;
  // The unknown key has quotes, which strictObject adds.
  if (expected === 'never' && /^"[A-Z_]+"$/.test(received))
    return 'is unknown here; put settings under [service.settings] or [gateway.settings], and secrets into the secrets file';
  if (expected === 'never') return 'is unknown';
  return received === 'undefined' ? 'is missing' : `needs ${expected}`;
};
