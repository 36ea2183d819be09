import { expect, test, vi } from 'vitest';
import { findSession } from '../../../workers/gateway/sessions/find-session.ts';
import { createSessionToken } from '../../../workers/gateway/sessions/session-token.ts';
import { gatewayKeys, gatewaySecrets } from '../../support/world/test-settings.ts';

const failing = () => Promise.reject(new Error('it is down'));

test('the log line of a session that cannot be read has the request’s ID', async () => {
  const lines = vi.spyOn(console, 'error').mockReturnValue();
  const token = await createSessionToken(gatewayKeys, { plid: 'p', secret: 's'.repeat(43) }, 4_000_000_000);
  const headers = { Authorization: `Bearer ${token}`, 'CF-Ray': '0123456789abcdef-ICN' };
  const stub = { session: async () => undefined };
  const env = {
    KEYS: gatewaySecrets.KEYS,
    SESSIONS: { get: failing, put: failing, delete: failing },
    USER: { idFromName: (name: string) => name, get: () => stub },
    LOCATION_HINT: 'apac-ne',
  };
  const request = new Request('https://shop.example.com/orders', { headers });
  expect(await findSession(request, env as never)).toBeNull();
  const written = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  lines.mockRestore();
  const operation = 'reading a session from KV';
  expect(written).toContainEqual(
    expect.objectContaining({ worker: 'gateway-session', request: '0123456789abcdef', operation }),
  );
});
