import * as v from 'valibot';
import type { Configuration } from '../../../tools/configuration/index.ts';
import type { Connection } from '../cloudflare/connection.ts';

/**
 * The settings, rate limits, and client certificates in a version of a worker, by name, for display. They contain
 * no secrets.
 */
export type BoundSettings = Record<string, string>;

interface Counted {
  limit: number;
  period: number;
}

const describeLimit = ({ limit, period }: Counted): string => `${limit} in ${period} seconds`;

/** Returns the settings, rate limits, and client certificates in a worker's configuration. */
export function settingsIn({ vars, ratelimits, mtls_certificates }: Configuration): BoundSettings {
  return Object.fromEntries([
    ...Object.entries(vars ?? {}).map(([name, value]) => [name, String(value)]),
    ...(ratelimits ?? []).map(({ name, simple }) => [name, describeLimit(simple)]),
    ...(mtls_certificates ?? []).map(({ binding, certificate_id }) => [binding, certificate_id]),
  ]);
}

const named = { name: v.string() };
/** Other binding types have no value to display. Cloudflare never returns a secret's value. */
const binding = v.variant('type', [
  v.object({ ...named, type: v.literal('plain_text'), text: v.string() }),
  v.object({ ...named, type: v.literal('json'), json: v.unknown() }),
  v.object({
    ...named,
    type: v.literal('ratelimit'),
    simple: v.object({ limit: v.number(), period: v.number() }),
  }),
  v.object({ ...named, type: v.literal('mtls_certificate'), certificate_id: v.string() }),
]);
const version = v.object({ resources: v.object({ bindings: v.array(v.unknown()) }) });

/** Reads the settings, rate limits, and client certificates of a worker's version at Cloudflare. */
export async function readBoundSettings(
  { cloudflare, account }: Connection,
  name: string,
  id: string,
): Promise<BoundSettings> {
  const path = `/accounts/${account}/workers/scripts/${name}/versions/${id}`;
  const { resources } = await cloudflare.get(path, version);
  const settings = resources.bindings.flatMap((found) => {
    const parsed = v.safeParse(binding, found);
    return parsed.success ? [[parsed.output.name, describeBinding(parsed.output)] as const] : [];
  });
  return Object.fromEntries(settings);
}

function describeBinding(found: v.InferOutput<typeof binding>): string {
  if (found.type === 'plain_text') return found.text;
  if (found.type === 'ratelimit') return describeLimit(found.simple);
  return found.type === 'json' ? JSON.stringify(found.json) : found.certificate_id;
}
