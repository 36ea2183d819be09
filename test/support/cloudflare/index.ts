import { startCloudflare } from './api.ts';
import { startEdge } from './edge.ts';
import { openTerminal } from './operator.ts';
import type { AccountState } from './state.ts';

/** An operator's terminal, Cloudflare's API, and what answers at the deployed hosts. Nothing leaves this machine. */
export async function startDeployments(state?: AccountState) {
  const cloudflare = await startCloudflare(state);
  const edge = await startEdge(cloudflare.state);
  const terminal = openTerminal({ ...cloudflare.environment, ...edge.environment });
  return {
    cloudflare,
    terminal,
    edge,
    async close(): Promise<void> {
      terminal.close();
      await edge.close();
      await cloudflare.close();
    },
  };
}
export type Deployments = Awaited<ReturnType<typeof startDeployments>>;

/** A service of three workers: one that holds objects, one with a route, and the one that takes the host. */
export const smallService = `
name = "plid"

[service]
host = "login.example.com"
zone = "example.com"
without = ["user", "disconnect", "applications", "subscribers", "authorize"]
`;
