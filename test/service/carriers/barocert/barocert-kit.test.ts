import { expect, test } from 'vitest';
import { type Phone, runCarrierKit, statusesOf } from '../../../../packages/plid-kits/carrier-kit/index.ts';
import { compatibilityDate } from '../../../../tools/configuration/index.ts';
import { carrierCodes } from '../../../../workers/core/protocol/user-record.ts';
import { failuresOf } from '../../../support/fixtures/conformance.ts';
import { changeSubscriber, newSubscriber } from '../../../support/fixtures/phones.ts';
import { askSandbox, requestsOf } from '../../../support/requests/sandbox-requests.ts';
import { bundleOf } from '../../../support/world/bundles.ts';
import { startProxy } from '../../../support/world/http-proxy.ts';
import { closedAfterTest } from '../../../support/world/use-world.ts';
import { useBarocertWorld } from '../../support/barocert-world.ts';

const token = 'the-token-of-the-kit-0000000000000001';
const world = useBarocertWorld({}, [
  {
    bundle: bundleOf('test/service/support/http-port-worker.ts'),
    config: {
      name: 'http-port',
      main: 'http-port-worker.ts',
      compatibility_date: compatibilityDate,
      vars: { TOKEN: token },
      services: [{ binding: 'CARRIER', service: 'plid-service-barocert', entrypoint: 'BarocertCarrier' }],
    },
  },
]);

/** The phone of a subscriber, whose requests are found by the digits in their message. */
function phoneOf(phoneNo: string): Phone {
  const pending = async () => (await requestsOf(world, phoneNo)).filter(({ status }) => status === 'pending');
  return {
    async act(action, _, digits) {
      const shown = (await pending()).find(({ message }) => message?.text?.includes(digits));
      if (shown === undefined) throw new Error('no waiting request on the phone');
      const decision = action === 'deny' ? 'deny' : 'approve';
      const answer = await askSandbox(world, 'POST', `/requests/${shown.id}/${decision}`, {
        match: shown.match,
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    count: async () => (await pending()).length,
    advance: async (seconds) => {
      await world.clock.advance(seconds);
    },
  };
}

test('the adapter passes the carrier kit, except the cases of other carriers, which are named', async () => {
  const proxy = await startProxy({
    fetch: (address, init) =>
      world.harness.fetch(
        'http-port',
        String(new URL(new URL(address).pathname, 'http://port')),
        init as never,
      ) as never,
  });
  const { url } = closedAfterTest({ ...proxy, logs: () => '' });
  const [customer, unregistered] = [
    await newSubscriber(world, 'waits'),
    await newSubscriber(world, 'unregistered'),
  ];
  const foreigner = await newSubscriber(world, 'waits');
  await changeSubscriber(world, foreigner.phoneNo, { name: 'SMITH JOHN PAUL', foreign: 'F' });
  const at = { telcoCd: 'S' } as const;
  const options = {
    ...{ url, token, matching: 'none' as const, networks: carrierCodes },
    customer: { name: customer.name, phoneNo: customer.phoneNo, ...at },
    unregistered: { name: unregistered.name, phoneNo: unregistered.phoneNo, ...at },
    foreigner: { name: 'SMITH JOHN PAUL', phoneNo: foreigner.phoneNo, ...at },
    phone: phoneOf(customer.phoneNo),
  };
  const report = await runCarrierKit(options, await statusesOf(options));
  expect(failuresOf(report)).toEqual([]);
  const reasons = new Set(report.results.flatMap(({ reason }) => reason ?? []));
  expect([...reasons].sort()).toEqual([
    'cancel is optional and not offered',
    expect.stringContaining('--networks'),
    expect.stringContaining('users choose the number'),
    expect.stringContaining('users type the number'),
    expect.stringContaining('MVNO'),
    'notify is optional and not offered',
    expect.stringContaining('callbacks'),
    'start is optional and not offered',
  ]);
}, 120_000);
