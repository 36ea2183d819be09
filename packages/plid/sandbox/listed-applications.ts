import type { SandboxApplication } from './types.ts';

/** Client IDs of the applications that every sandbox has, next to those of its seed. */
export const demoClientIds: readonly string[] = [
  'demoshop000000000001',
  'demobank000000000002',
  'demomembers000000003',
];

/**
 * The applications to list: those of the seed, which come first, or the first demo application without a seed.
 * @param applications all of them, in the sandbox's order.
 */
export function listedApplications(applications: readonly SandboxApplication[]): SandboxApplication[] {
  const last = applications.map(({ client_id }) => demoClientIds.includes(client_id)).lastIndexOf(false);
  return applications.slice(0, Math.max(last + 1, 1));
}
