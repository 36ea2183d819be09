/** What is assumed of a day. Rates are per second. */
export const assumptions = {
  people: 50_000_000,
  /** At the busiest second of an ordinary day. */
  busiest: 5_000,
  /** Of 100 logins: automatic, with known consent, the first of a person at an application. */
  automatic: 70,
  known: 25,
  first: 5,
  /** How often a page asks for the request on the phone until the person has answered. */
  looks: 5,
  /** What of all logins is one application's, and how often a session of it is read; a copy is renewed each 450 s. */
  hotShare: 0.2,
  readsPerLogin: 20,
  renewalsPerLogin: 2,
  /** A sale at that application: when it begins and how long it lasts, in seconds, and how many more log in. */
  sale: { begins: 20 * 3_600, lasts: 120, rate: 15_000 },
  /** One attacker: forged values of all kinds, and sign-in forms with the number of one victim. */
  attack: { begins: 3 * 3_600, lasts: 600, forged: 50_000, atVictim: 900 },
  /** How many requests one isolate serves, and how long it lives, in seconds. */
  requestsPerIsolate: 50,
  isolateLifetime: 1_800,
};
export type Assumptions = typeof assumptions;
