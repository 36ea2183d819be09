import { afterEach, expect, test, vi } from 'vitest';
import { Carrier } from '../../../workers/service/carriers/http-carrier.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const owner = { telcoCd: 'L', signIn: 's1' } as const;
const calls: [string, (carrier: Carrier) => Promise<unknown>][] = [
  ['confirm', (carrier) => carrier.confirm(owner as never)],
  ['start', (carrier) => carrier.start(owner as never)],
  ['outcome', (carrier) => carrier.outcome('r1', owner)],
  ['cancel', (carrier) => carrier.cancel('r1', owner)],
  ['notify', (carrier) => carrier.notify(owner as never)],
];

test.each(calls)(
  'a failed %s has one log line, which names its carrier, sign-in, fault, and time',
  async (call, ask) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lines: object[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(JSON.parse(line)));
    const carrier = new Carrier({} as never, { ADMIN_TOKEN: `kim:${serviceSecrets.ADMIN_TOKEN}` });
    await expect(ask(carrier)).rejects.toThrow('CARRIER_L is not set');
    expect(lines).toEqual([
      {
        ...{ level: 'error', release: expect.any(String), worker: 'service-carriers' },
        ...{ carrier: 'L', call, sign_in: 's1', fault: 'CARRIER_L is not set', milliseconds: 0 },
      },
    ]);
  },
);
