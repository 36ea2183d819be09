import {
  applicationCacheLifetime,
  codeLifetime,
  signInLifetime,
} from '../../workers/service/shared/service-lifetimes.ts';
import { type Assumptions, assumptions } from './assumptions.ts';
import { addUnits, type CountedCosts, noUnits, type Units } from './costs.ts';
import { type Load, loadOf } from './load.ts';
import { randomNumbers } from './random-numbers.ts';

const secondsPerDay = 86_400;

/** What an object, a key or all together had to bear in its busiest second. */
interface Peaks {
  logins: number;
  requests: number;
  calls: number;
  rowsWritten: number;
  kvReads: number;
  kvWrites: number;
  /** Calls of the object of the one person who logged in most often in that second, and of the victim's phone. */
  person: number;
  victim: number;
  /** Calls of the object that knows PHONE_KEY. */
  phoneKey: number;
  /** Reads of the hot application's key; writes of one session's key. */
  hotKey: number;
  /** Full sign-ins at the hot application. */
  hotSignIns: number;
}

export interface Day {
  logins: number;
  service: Units;
  /** The hot application's gateway. */
  gateway: Units;
  peaks: Peaks;
}

/** How busy a second of the day is, from 0 to 1: least at five in the morning, most at eight in the evening. */
function share(second: number): number {
  const hour = second / 3_600;
  const wave = (peak: number, width: number) => {
    const distance = Math.min(Math.abs(hour - peak), 24 - Math.abs(hour - peak));
    return Math.exp(-((distance / width) ** 2));
  };
  return Math.min(1, 0.08 + 0.55 * wave(12.5, 3) + 0.92 * wave(20, 3.2));
}

const within = (second: number, { begins, lasts }: { begins: number; lasts: number }) =>
  second >= begins && second < begins + lasts;

/**
 * A day of 50 million people over the counted costs, second by second: an ordinary curve, a sale at one hot application, one attacker. The
 * same seed gives the same day.
 */
export function simulateDay(counts: CountedCosts, a: Assumptions = assumptions, seed = 1): Day {
  const random = randomNumbers(seed);
  const load = loadOf(counts, a);
  const rates = Array.from({ length: secondsPerDay }, (_, second) => {
    const ordinary = a.busiest * share(second) * (0.95 + 0.1 * random());
    const extra = within(second, a.sale) ? a.sale.rate : 0;
    return { all: ordinary + extra, hot: ordinary * a.hotShare + extra };
  });
  const day: Day = { logins: 0, service: noUnits, gateway: noUnits, peaks: noPeaks() };
  rates.forEach((rate, second) => {
    const before = rates.at(second - alarmDelay) ?? rate;
    const units = unitsOfSecond(load, rate, before, within(second, a.attack));
    day.logins += rate.all;
    day.service = addUnits(day.service, units.service);
    day.gateway = addUnits(day.gateway, units.gateway);
    const isLooked = second % 300 === 0 || (within(second, a.sale) && second % 10 === 0);
    note(day.peaks, {
      ...peaksOfSecond(load, a, rate, units),
      person: isLooked ? load.callsOfPerson * mostOfOne(rate.all, a.people, random) : 0,
      victim: within(second, a.attack) ? load.callsOfVictim * a.attack.atVictim : 0,
    });
  });
  return day;
}

/** Logins per second: all, and those of the hot application. */
interface Rate {
  all: number;
  hot: number;
}

/** Most alarms of a login run this long after it: once its code and the sign-in's cookie are over. */
const alarmDelay = signInLifetime + codeLifetime;

function unitsOfSecond(load: Load, now: Rate, before: Rate, isAttacked: boolean) {
  const { service, gateway } = load;
  const alarms = addUnits(addUnits(noUnits, service.login, now.all), service.alarms, before.all);
  const alarmsAtGateway = addUnits(addUnits(noUnits, gateway.login, now.hot), gateway.alarms, before.hot);
  return {
    service: addUnits(alarms, service.attack, isAttacked ? 1 : 0),
    gateway: addUnits(alarmsAtGateway, gateway.attack, isAttacked ? 1 : 0),
  };
}

function peaksOfSecond(
  load: Load,
  a: Assumptions,
  { all, hot }: Rate,
  { service, gateway }: Pick<Day, 'service' | 'gateway'>,
): Omit<Peaks, 'person' | 'victim'> {
  const isolates = service.requests / a.requestsPerIsolate;
  return {
    logins: all,
    requests: service.requests,
    calls: service.calls,
    rowsWritten: service.rowsWritten,
    kvReads: service.kvReads + (isolates * load.readsOfNewIsolate) / applicationCacheLifetime,
    kvWrites: gateway.kvWrites,
    phoneKey: isolates / a.isolateLifetime,
    hotKey: isolates / applicationCacheLifetime,
    hotSignIns: (hot * (a.known + a.first)) / 100,
  };
}

/** How often the same person is among those who log in within one second. */
function mostOfOne(rate: number, people: number, random: () => number): number {
  const seen = new Map<number, number>();
  for (let login = 0; login < rate; login += 1) {
    const person = Math.floor(random() * people);
    seen.set(person, (seen.get(person) ?? 0) + 1);
  }
  return Math.max(0, ...seen.values());
}

const noPeaks = (): Peaks => ({
  ...{ logins: 0, requests: 0, calls: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0 },
  ...{ person: 0, victim: 0, phoneKey: 0, hotKey: 0, hotSignIns: 0 },
});

function note(peaks: Peaks, second: Peaks): void {
  for (const name of Object.keys(peaks) as (keyof Peaks)[]) peaks[name] = Math.max(peaks[name], second[name]);
}
