import { type OwnAddress, serveAtOwnAddress } from './serve-at-own-address.ts';

/**
 * Serves the sandbox's carriers at their own address, so that the service calls them over HTTP through the same
 * worker as in a deployment. @param world the origin of the local environment that contains the carriers.
 */
export const serveSandboxCarriers = (world: string): Promise<OwnAddress> =>
  serveAtOwnAddress(world, '/sandbox/carrier', /^\/\w+$/);
