import { type CountedCosts, halves, unitsOf } from './costs.ts';
import { priceOf } from './prices.ts';

type Half = (typeof halves)[number];

/** The list price of one action in US dollars, for a half, with the alarms of the following day. */
export function billOf(counts: CountedCosts, action: string, half: Half): number {
  const counted = counts[action];
  if (counted === undefined) throw new Error(`Nothing counts ${action}`);
  const { atOnce, withinADay } = counted;
  return priceOf(unitsOf(atOnce, half)) + (withinADay === undefined ? 0 : priceOf(unitsOf(withinADay, half)));
}

/** The logins as people do them (docs/operate/costs.md). */
export const slowLogin = 'Gateway sign-in of a known user who takes ten seconds';
const automaticLogin = 'Automatic login at the gateway';

/** The price of a million logins of known users who take ten seconds, for both halves. */
export const millionLogins = (counts: CountedCosts): number =>
  1e6 * halves.reduce((sum, half) => sum + billOf(counts, slowLogin, half), 0);

/** Users who sign in once a day for a month, and what each does in a session in addition to the sign-in. */
const example = { people: 10_000, days: 30, automatic: 0.7, reads: 20, renewals: 2 };

/** The price of the gateway in the example of docs/operate/costs.md, for a month. */
export function gatewayOfExample(counts: CountedCosts): number {
  const { people, days, automatic, reads, renewals } = example;
  const price = (action: string) => billOf(counts, action, 'gateway');
  const login = automatic * price(automaticLogin) + (1 - automatic) * price(slowLogin);
  const session = reads * price('Session read') + renewals * price('Session read that renews its copy');
  return people * days * (login + session);
}
