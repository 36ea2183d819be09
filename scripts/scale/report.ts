import { assumptions as a } from './assumptions.ts';
import { type CountedCosts, type Half, storedBytes, type Units, unitsOf, wholeUnits } from './costs.ts';
import { type Day, simulateDay } from './day.ts';
import { priceOf, pricePerGigabyte, totalPrice } from './prices.ts';

const millions = (count: number) => `${Math.round(count / 1e6).toLocaleString('en')} M`;
const whole = (count: number) => Math.round(count).toLocaleString('en');
const dollars = (amount: number) => `$${amount < 100 ? amount.toFixed(2) : whole(amount)}`;

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const halves = ['service', 'gateway'] as const;
const isNothing = (units: Units) => Object.values(units).every((count) => count === 0);

/** What each thing costs in numbers, alarms of the day after included, and a million of it in dollars. */
function countTable(counts: CountedCosts): string {
  const rows = Object.keys(counts).flatMap((name) =>
    halves.flatMap((half): string[][] => {
      const units = wholeUnits(counts, name, half);
      if (isNothing(units)) return [];
      const { requests, calls, rowsRead, rowsWritten, kvReads, kvWrites, lines } = units;
      const atOnce = unitsOf(counts[name]?.atOnce as never, half);
      const objects = calls === atOnce.calls ? `${calls}` : `${atOnce.calls} + ${calls - atOnce.calls}`;
      const written =
        rowsWritten === atOnce.rowsWritten
          ? `${rowsWritten}`
          : `${atOnce.rowsWritten} + ${rowsWritten - atOnce.rowsWritten}`;
      const bytes = storedBytes(counts, name, half);
      const numbers = [requests, objects, rowsRead, written, kvReads, kvWrites, lines, whole(bytes)];
      return [[name, half, ...numbers.map(String), dollars(totalPrice(units) * 1e6)]];
    }),
  );
  const head = ['what', 'half', 'requests', 'object calls + alarms', 'rows read', 'rows written + later'];
  return table([...head, 'KV reads', 'KV writes', 'log lines', 'bytes stored', 'a million'], rows);
}

/** The busiest second of the simulated day. */
function peakTable({ peaks }: Day): string {
  return table(
    ['busiest second', 'rate', 'limit'],
    [
      ['logins', whole(peaks.logins), 'none'],
      ['requests to the service', whole(peaks.requests), 'none'],
      [
        'object calls of the service, alarms included',
        whole(peaks.calls),
        'none in all; 1,000 of one object',
      ],
      ['of the person who logs in most often', whole(peaks.person), '1,000'],
      ["of the victim's number", whole(peaks.victim), '1,000'],
      ['of the object that knows `PHONE_KEY`', peaks.phoneKey.toFixed(2), '1,000'],
      ['rows written by the service', whole(peaks.rowsWritten), 'none'],
      ['KV reads of the service', whole(peaks.kvReads), 'none'],
      ['of them of the hot application\u2019s key', whole(peaks.hotKey), 'none'],
      ['KV writes of the hot application\u2019s gateway', whole(peaks.kvWrites), '1 of one key'],
      [
        'full sign-ins at the hot application',
        whole(peaks.hotSignIns),
        '100 at one location (`APPLICATION_LIMIT`)',
      ],
    ],
  );
}

/** What the simulated day costs, part by part. */
function billTable(counts: CountedCosts, day: Day): string {
  const parts = {
    requests: ['requests', day.service.requests, day.gateway.requests],
    cpu: ['CPU, at 1 ms a request', undefined, undefined],
    calls: ['object calls and alarms', day.service.calls, day.gateway.calls],
    duration: ['time of objects, at 10 ms a call', undefined, undefined],
    rowsRead: ['rows read', day.service.rowsRead, day.gateway.rowsRead],
    rowsWritten: ['rows written', day.service.rowsWritten, day.gateway.rowsWritten],
    kvReads: ['KV reads', day.service.kvReads, day.gateway.kvReads],
    kvWrites: ['KV writes', day.service.kvWrites, day.gateway.kvWrites],
    lines: ['log lines', day.service.lines, day.gateway.lines],
  } as const;
  const [service, gateway] = halves.map((half) => priceOf(day[half]));
  if (service === undefined || gateway === undefined) return '';
  const count = (number: number | undefined) => (number === undefined ? '' : millions(number));
  const rows = (Object.keys(parts) as (keyof typeof parts)[]).map((name) => {
    const [label, ofService, ofGateway] = parts[name];
    return [label, count(ofService), dollars(service[name]), count(ofGateway), dollars(gateway[name])];
  });
  rows.push(['**all**', '', dollars(totalPrice(day.service)), '', dollars(totalPrice(day.gateway))]);
  const storage = (half: Half, name: string) =>
    dollars((storedBytes(counts, name, half) / 1e9) * a.people * pricePerGigabyte);
  const stored = [
    '50 million people stored, a month',
    '',
    storage('service', 'first sign-in at an application'),
    '',
    storage('gateway', 'first login of a user at the gateway'),
  ];
  return table(['a day', 'service', '', 'gateway of the hot application', ''], [...rows, stored]);
}

/** In one sentence. */
const summary = ({ logins, service, gateway, peaks }: Day): string =>
  `${millions(logins)} logins in the day, ${whole(peaks.logins)} in its busiest second: ` +
  `${dollars((totalPrice(service) / logins) * 1e6)} a million logins for the service, and ` +
  `${dollars(totalPrice(gateway))} for the gateway of the application with a fifth of them.`;

/** Everything that docs/scale.md shows of the counts and of a simulated day, by the name of its place there. */
export function resultsOf(counts: CountedCosts): Record<string, string> {
  const day = simulateDay(counts);
  return {
    counts: countTable(counts),
    day: summary(day),
    peaks: peakTable(day),
    bill: billTable(counts, day),
  };
}
