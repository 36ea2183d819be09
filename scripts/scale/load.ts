import type { Assumptions } from './assumptions.ts';
import { addUnits, type CountedCosts, type Half, noUnits, type Units, unitsOf, wholeUnits } from './costs.ts';

/** As what the logins of a day are counted: automatic, with known consent, the first at an application. */
type Names = readonly [automatic: string, known: string, first: string];

const logins = {
  service: ['automatic login', 'sign-in with known consent', 'first sign-in at an application'],
  gateway: [
    'automatic login at the gateway',
    'login of a known user at the gateway',
    'first login of a user at the gateway',
  ],
} as const satisfies Record<Half, Names>;

const forged = {
  service: [
    'forged code',
    'forged access token',
    'forged device cookie',
    'forged sign-in',
    'unknown application',
  ],
  gateway: ['forged session', 'no session', 'forged callback'],
};
const refusedAtPhone = 'request to a phone that has one';

/** What a half has to do: per login at once and later, by alarms, and per second of the attack. */
interface HalfLoad {
  login: Units;
  alarms: Units;
  attack: Units;
}

export interface Load extends Record<Half, HalfLoad> {
  /** The calls that one login makes of the object that it asks most often. */
  callsOfPerson: number;
  /** The calls that a request to a phone makes of the number's object where it is refused. */
  callsOfVictim: number;
  /** The reads of KV in isolates that know nothing. */
  readsOfNewIsolate: number;
}

export function loadOf(counts: CountedCosts, a: Assumptions): Load {
  const look = wholeUnits(counts, 'look at the request on the phone', 'service');
  const refused = addUnits(noUnits, wholeUnits(counts, refusedAtPhone, 'service'), a.attack.atVictim);
  const read = addUnits(noUnits, wholeUnits(counts, 'session read', 'gateway'), a.readsPerLogin);
  const renewed = wholeUnits(counts, 'session read, with its copy renewed', 'gateway');
  const service = mixOf(counts, 'service', a);
  const gateway = mixOf(counts, 'gateway', a);
  const unknowing = counts['first sign-in, in isolates that know nothing']?.atOnce.kv;
  return {
    service: {
      login: addUnits(service.login, look, (a.looks * (a.known + a.first)) / 100),
      alarms: service.alarms,
      attack: addUnits(refused, forgedUnits(counts, 'service'), a.attack.forged),
    },
    gateway: {
      login: addUnits(addUnits(gateway.login, read), renewed, a.renewalsPerLogin),
      alarms: gateway.alarms,
      attack: addUnits(noUnits, forgedUnits(counts, 'gateway'), a.attack.forged),
    },
    callsOfPerson: Math.max(...logins.service.flatMap((name) => callsByClass(counts, name))),
    callsOfVictim: Math.max(...callsByClass(counts, refusedAtPhone)),
    readsOfNewIsolate: unknowing?.application?.reads ?? 0,
  };
}

/** One login of the day's mix. */
function mixOf(counts: CountedCosts, half: Half, a: Assumptions): Pick<HalfLoad, 'login' | 'alarms'> {
  const shares = [a.automatic, a.known, a.first].map((percent) => percent / 100);
  const mix = (of: (name: string) => Units) =>
    logins[half].reduce((sum, name, index) => addUnits(sum, of(name), shares[index]), noUnits);
  const login = mix((name) => {
    const counted = counts[name];
    return counted === undefined ? noUnits : unitsOf(counted.atOnce, half);
  });
  return {
    login,
    alarms: addUnits(
      mix((name) => wholeUnits(counts, name, half)),
      login,
      -1,
    ),
  };
}

/** One forged value, of all kinds equally often. */
const forgedUnits = (counts: CountedCosts, half: Half): Units =>
  forged[half].reduce(
    (sum, name) => addUnits(sum, wholeUnits(counts, name, half), 1 / forged[half].length),
    noUnits,
  );

/** How many calls each class gets. */
const callsByClass = (counts: CountedCosts, name: string): number[] =>
  Object.values(counts[name]?.atOnce.objects ?? {}).map(({ calls }) =>
    Object.values(calls).reduce((sum, count) => sum + count, 0),
  );
