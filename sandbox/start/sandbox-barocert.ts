import { barocertPath } from '../barocert/vendor-path.ts';
import { type OwnAddress, serveAtOwnAddress } from './serve-at-own-address.ts';

/**
 * Serves the simulated Barocert API at its own address, because the vendor's SDKs know only a host and a port. The
 * address is that of both of the vendor's hosts. @param world the origin of the local environment.
 */
export const serveSandboxBarocert = (world: string): Promise<OwnAddress> =>
  serveAtOwnAddress(world, barocertPath, /^\/(?:Time|BAROCERT\/Token|PASS\/Login\/[\w/]+)$/);
