import type { Account } from './account-state.ts';
import type { Target } from './build-workers.ts';
import type { DeploymentConfig } from './config.ts';
import type { Connection } from './connection.ts';
import { formerNameOf } from './former-names.ts';

type Route = Account['routes'][number];

/** The routes of a renamed worker that still lead to its former name. */
export const routesToMove = ({ routes = [], formerName }: Target, account: Account): Route[] =>
  account.routes.filter(
    ({ pattern, script }) => formerName !== undefined && script === formerName && routes.includes(pattern),
  );

/** A route that a rollback moves back to the former name of a renamed worker. */
export interface ReturningRoute {
  route: Route;
  from: string;
  to: string;
}

/**
 * Returns the routes of renamed workers whose former names are still deployed. @param added the workers that exist
 * only in the current release.
 */
export const routesToMoveBack = (
  added: readonly string[],
  deployed: ReadonlyMap<string, unknown>,
  { routes }: Account,
  { name: prefix }: DeploymentConfig,
): ReturningRoute[] =>
  added.flatMap((from) => {
    const to = formerNameOf(from, prefix);
    if (to === undefined || !deployed.has(to)) return [];
    return routes.filter(({ script }) => script === from).map((route) => ({ route, from, to }));
  });

/**
 * Moves routes to a worker that is already deployed. Each route always leads to one of the two workers, so that no
 * request fails.
 */
export async function moveRoutes({ cloudflare, zone }: Connection, routes: readonly Route[], script: string) {
  for (const { id, pattern } of routes)
    await cloudflare.put(`/zones/${zone}/workers/routes/${id}`, { pattern, script });
}
