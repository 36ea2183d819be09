import {
  type CarrierOptions,
  listenForCallbacks,
  runCarrierKit,
  statusesOf,
} from '../../../packages/plid-kits/carrier-kit/index.ts';
import { startProxy } from '../../support/world/http-proxy.ts';
import { closedAfterTest } from '../../support/world/use-world.ts';
import {
  callsToken,
  customer,
  foreigner,
  mvno,
  type RightCarrier,
  token,
  unregistered,
} from './right-carrier.ts';

/** A carrier at a new address until the test ends. */
export async function serveCarrier(carrier: RightCarrier): Promise<string> {
  return closedAfterTest({ ...(await startProxy(carrier)), logs: () => '' }).url;
}

/** Tries a carrier, with its people and phones. @param sections the only ones to try; all by default. */
export async function tryCarrier(
  carrier: RightCarrier,
  changes: Partial<CarrierOptions> = {},
  sections?: readonly string[],
) {
  const callsBack = await listenForCallbacks(0);
  try {
    carrier.callsAt = callsBack.url;
    const url = await serveCarrier(carrier);
    const people = { customer, unregistered, mvno, foreigner, phone: carrier.phone() };
    const options = { url, token, callsBack, callsToken, ...people, ...changes };
    return await runCarrierKit(options, await statusesOf(options), sections);
  } finally {
    callsBack.close();
  }
}
