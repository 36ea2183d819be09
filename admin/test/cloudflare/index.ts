import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { type Half, halfOf } from '../../../tools/configuration/index.ts';
import { formatVersionTag, tagOwner } from '../../deploy/cloudflare/fingerprints.ts';
import { startCloudflare } from './api.ts';
import { startEdge } from './edge.ts';
import { keepBundles } from './kept-bundles.ts';
import { openTerminal } from './operator.ts';
import type { AccountState } from './state.ts';
import { keepWranglerWarm } from './warm-wrangler.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;

keepBundles();

/**
 * An operator's terminal, Cloudflare's API, and the servers at the deployed hosts. Nothing leaves this machine.
 * @param state the contents of the account. @param answering a server that answers at the hosts instead of the deployed workers.
 * @param wrangler whether each of its commands is a process of its own, as for an operator, or all run in one, which is six times faster.
 */
export async function startDeployments(
  state?: AccountState,
  answering?: Edge,
  wrangler: 'own process' | 'one process' = 'one process',
) {
  const cloudflare = await startCloudflare(state);
  const edge = answering ?? (await startEdge(cloudflare.state));
  const terminal = openTerminal({ ...cloudflare.environment, ...edge.environment });
  const leaveWrangler = wrangler === 'one process' ? keepWranglerWarm() : () => {};
  return {
    cloudflare,
    terminal,
    edge,
    async close(): Promise<void> {
      leaveWrangler();
      terminal.close();
      if (answering === undefined) await edge.close();
      await cloudflare.close();
    },
  };
}
export type Deployments = Awaited<ReturnType<typeof startDeployments>>;

/** The tag of an older version of the deployment `plid`, with another code and configuration and without secrets. */
export const olderTag = (half: Half): string =>
  formatVersionTag(tagOwner({ name: 'plid', half }), {
    code: 'olderone',
    configuration: 'olderone',
    secrets: {},
  });

const smallWorkers = ['service-signer', 'service-objects', 'service-token', 'service-metadata'];
const without = listedWorkers
  .filter((worker) => halfOf(worker) === 'service' && !smallWorkers.includes(worker.worker))
  .map(({ worker }) => worker.replace('service-', ''));

/** A service of four workers: one that holds objects, the one that it is bound to, one with a route, and the one that takes the host. */
export const smallService = `
name = "plid"

[service]
host = "login.example.com"
zone = "example.com"
without = [${without.map((name) => `"${name}"`).join(', ')}]
`;
