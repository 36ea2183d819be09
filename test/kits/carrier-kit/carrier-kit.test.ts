import { expect, onTestFinished, test, vi } from 'vitest';
import { exemptReasons, statusesOf } from '../../../packages/plid-kits/carrier-kit/index.ts';
import { carrierCalls } from '../../../workers/core/carrier/port.ts';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { kitsCommand } from '../../support/world/command.ts';
import { serveCarrier, tryCarrier } from '../support/carrier-kit.ts';
import { customer, type Question, RightCarrier, token } from '../support/right-carrier.ts';

test('a carrier that follows the carrier API passes every case', async () => {
  const report = await tryCarrier(new RightCarrier());
  expect(failuresOf(report)).toEqual([]);
  expect([report.skipped, report.results.filter(({ further }) => further !== undefined)]).toEqual([0, []]);
});

test('a carrier that matches only its own spelling of a name gets a recommendation, and passes', async () => {
  const Literal = class extends RightCarrier {
    override isName(known: string, given: string) {
      return known === given;
    }
  };
  const report = await tryCarrier(new Literal());
  expect(failuresOf(report)).toEqual([]);
  const reasons = report.results.flatMap(({ statement, reason }) => (reason ? [[statement, reason]] : []));
  expect(reasons).toEqual([
    [expect.stringContaining('a Latin name'), expect.stringContaining('recommended')],
  ]);
  expect(exemptReasons).toContain(reasons[0]?.[1]);
});

test.each([
  ['choose', ['typing']],
  ['type', ['tapping']],
  ['none', ['tapping', 'typing']],
] as const)(
  'a carrier whose phones match the number by %s skips and names the other cases',
  async (matching, without) => {
    const entries = new Set<string>();
    const Recording = class extends RightCarrier {
      override confirm(question: Question) {
        entries.add(question.entry);
        return super.confirm(question);
      }
    };
    const report = await tryCarrier(new Recording(), { matching });
    expect(failuresOf(report)).toEqual([]);
    const skipped = report.results.filter(({ reason }) => reason !== undefined);
    expect(new Set(skipped.map(({ statement }) => statement.split(' ')[0]))).toEqual(new Set(without));
    expect(skipped.every(({ reason }) => exemptReasons.includes(reason ?? ''))).toBe(true);
    expect([...entries].includes('type')).toBe(matching === 'type');
    expect(entries.has(matching)).toBe(true);
  },
);

/** A carrier that records the paths of its calls. */
class RecordingCarrier extends RightCarrier {
  readonly paths: string[] = [];
  override fetch(...[address, init]: Parameters<RightCarrier['fetch']>) {
    this.paths.push(new URL(address).pathname);
    return super.fetch(address, init);
  }
}

const sections = ['credentials', 'confirm'];

test.each([
  [
    'the kit',
    async (carrier: RightCarrier, url: string) => failuresOf(await tryCarrier(carrier, { url }, sections)),
  ],
  [
    'the command',
    async (_: RightCarrier, url: string) => {
      const { name, phoneNo, telcoCd } = customer;
      const words = ['--url', url, '--customer', `${name},${phoneNo},${telcoCd}`];
      const only = sections.flatMap((section) => ['--only', section]);
      const env = { PLID_CARRIER_TOKEN: token };
      const { code, stderr } = await kitsCommand(['carrier', ...words, ...only], { env });
      return code === 0 ? [] : [code, stderr];
    },
  ],
])('%s makes the same calls if the url ends with a slash', async (_, run) => {
  const [plain, slashed] = [new RecordingCarrier(), new RecordingCarrier()];
  expect(await run(plain, await serveCarrier(plain))).toEqual([]);
  expect(await run(slashed, `${await serveCarrier(slashed)}/`)).toEqual([]);
  expect(slashed.paths).toEqual(plain.paths);
  expect(plain.paths.length).toBeGreaterThan(carrierCalls.length);
  expect(plain.paths).toEqual(expect.arrayContaining(carrierCalls.map((call) => `/${call}`)));
});

test('each call may take eight seconds, as in the service, or the time that is set', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeouts.mockRestore());
  const options = { url: await serveCarrier(new RightCarrier()), token, customer };
  await statusesOf(options);
  expect(timeouts.mock.calls).toEqual(carrierCalls.map(() => [8_000]));
  await tryCarrier(new RightCarrier(), {}, sections);
  expect(timeouts.mock.calls.length).toBeGreaterThan(2 * carrierCalls.length);
  expect(new Set(timeouts.mock.calls.flat())).toEqual(new Set([8_000]));
  timeouts.mockClear();
  await tryCarrier(new RightCarrier(), { timeout: 3 }, sections);
  expect(new Set(timeouts.mock.calls.flat())).toEqual(new Set([3_000]));
});
