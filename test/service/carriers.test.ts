import { beforeEach, describe, expect, test } from 'vitest';
import type { ConfirmationRequest } from '../../packages/plid/carrier/port.ts';
import type { CarrierCode } from '../../packages/plid/protocol/user-record.ts';
import { compatibilityDate } from '../../scripts/configuration/index.ts';
import { json, startCarrier } from '../support/doubles/http-carrier.ts';
import type { PortCall } from '../support/doubles/port-worker.ts';
import { bundleOf } from '../support/world/bundles.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';

const token = 'the-token-that-the-carrier-issued-0001';
const requested = json({ status: 'requested', requestId: 'r1' });

/** The service over HTTP to carriers S and K, which are servers of the test; L is not configured. */
const world = useStarted(async () => {
  const [S, K] = [await startCarrier(), await startCarrier()];
  const started = await startWorld({
    half: 'service',
    overrides: {
      'plid-service-carriers': {
        vars: { CARRIER_S: `${S.address}/v2`, CARRIER_K: K.address },
        secrets: { CARRIER_S_TOKEN: token, CARRIER_K_TOKEN: token.replace('0001', '0002') },
        direct: true,
      },
    },
    workers: [
      {
        bundle: bundleOf('test/support/doubles/port-worker.ts'),
        config: {
          name: 'port',
          main: 'port-worker.ts',
          compatibility_date: compatibilityDate,
          services: [{ binding: 'CARRIER', service: 'plid-service-carriers', entrypoint: 'Carrier' }],
        },
      },
    ],
  });
  const close = async () => {
    for (const { close } of [started, S, K]) await close();
  };
  return { ...started, S, K, close };
});
beforeEach(() => {
  for (const carrier of [world.S, world.K]) {
    carrier.answer(json({ status: 'unconfirmed' }));
    carrier.taken();
  }
});

const question = (telcoCd: CarrierCode, id = 'question-0000001'): ConfirmationRequest => ({
  id,
  signIn: 'q0V3mB7xYzA',
  name: '김하나',
  phoneNo: '01000000001',
  telcoCd,
  mvno: false,
  application: 'Demo Shop',
  applicationHost: 'shop.example.com',
  match: '42',
  entry: 'choose',
  expires: 1_790_000_120,
  expiresIn: 120,
  context: { knownBrowser: true, automaticLogin: false, attributes: 9 },
  returnTo: 'https://login.example.com/oauth2/authorize/wait?flow=x',
});
/** Calls a method of the port, as the sign-in does. @returns its answer, or the message with which it has failed, and after how many seconds. */
async function call(...[method, ...parameters]: PortCall) {
  const body = JSON.stringify([method, ...parameters]);
  const answer = await world.harness.fetch('port', 'http://port', { method: 'POST', body });
  return (await answer.json()) as { answer?: unknown; failure?: string; seconds: number };
}
const ask = (telcoCd: CarrierCode = 'S') => call('confirm', question(telcoCd));

describe('a carrier over HTTP', () => {
  test('gets each call as POST <address>/<call> with its token, and nothing else of anybody', async () => {
    world.S.answer(requested);
    expect((await ask()).answer).toEqual({ status: 'requested', requestId: 'r1' });
    const [taken, ...more] = world.S.taken();
    expect(more).toEqual([]);
    expect(taken).toMatchObject({ path: '/v2/confirm', body: question('S') });
    const { host: _, connection: __, 'content-length': ___, ...headers } = taken?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Cloudflare's own: every request of a worker has it.
      'cf-worker': 'example.com',
    });
    expect(world.K.taken()).toEqual([]);
  });
});
