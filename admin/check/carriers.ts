import type { AdminApi, CheckedCarrier } from '../cli/admin-api.ts';
import type { Finding } from './public-endpoints.ts';

const advice = "The carrier's subscribers can't sign in with their phones (docs/operate/carriers.md).";

/** Checks each carrier over HTTP. A carrier that isn't configured or is turned off doesn't count as a fault. */
export async function checkCarriers(admin: AdminApi): Promise<Finding[]> {
  return (await admin.checkCarriers()).map((carrier) => {
    const what = describeCarrier(carrier);
    if (carrier.fault === undefined) return { level: 'good', what };
    return { level: carrier.milliseconds === undefined ? 'note' : 'fault', what, advice };
  });
}

/** Describes a carrier in one line, such as `carrier K: refuses the credentials (401), after 61 ms`. */
export const describeCarrier = ({ carrier, fault = 'answers', milliseconds }: CheckedCarrier): string =>
  `carrier ${carrier}: ${fault}${milliseconds === undefined ? '' : `, after ${milliseconds} ms`}`;
