import { Failure } from '../../tools/terminal/failure.ts';
import { send } from '../check/worker-requests.ts';
import type { Observation } from './observation.ts';
import { type Probe, startSignIn } from './probe.ts';

const about = 'request.cf';

/**
 * Checks whether the sign-in page preselects a carrier. The login service derives it from the network of the
 * caller, which only Cloudflare names (`request.cf.asn`).
 */
export async function observeRequestProperties(probe: Probe): Promise<Observation[]> {
  const { service } = await startSignIn(probe);
  const { origin, pathname, search } = service;
  const page = await send({ origin, headers: {} }, 'GET', pathname + search, { Accept: 'text/html' });
  if (page.status !== 200) throw new Failure(`The sign-in page at ${origin} responds with ${page.status}.`);
  const carrier = preselectedCarrier(page.body);
  if (carrier !== undefined)
    return [{ level: 'good', about, what: `the sign-in page preselects carrier ${carrier}` }];
  return [
    {
      level: 'not verified',
      about,
      what: 'the sign-in page preselects no carrier',
      advice: 'To see it, run the command in the mobile network of SKT or LG U+.',
    },
  ];
}

/** The value of the checked radio button `telcoCd`. */
function preselectedCarrier(html: string): string | undefined {
  const tags = html.match(/<input\b[^>]*\bname="telcoCd"[^>]*>/g) ?? [];
  const checked = tags.find((tag) => /\schecked\b/.test(tag));
  return /\bvalue="(\w+)"/.exec(checked ?? '')?.[1];
}
