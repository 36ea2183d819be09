import { describe, expect, test } from 'vitest';
import { describeApplication } from '../../../../admin/cli/application-output.ts';
import {
  administer,
  consentTerms,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { origins } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const fields = { name: '서점', same_name: true, attributes: ['ci'], ...consentTerms };
const https = 'https://books.example.com/cb';
const local = 'http://localhost:3000/cb';
const withLocal: [string, object][] = [
  ['a callback', { redirect_uris: [https, local] }],
  ['an https callback', { redirect_uris: ['https://127.0.0.1/cb'] }],
  ['events', { redirect_uris: [https], events: 'http://127.0.0.1:3000/events' }],
  ['the address of sign-outs', { redirect_uris: [https], openid_logout: 'http://[::1]:3000/logout' }],
  ['an address after sign-outs', { redirect_uris: [https], post_logout_redirect_uris: [local] }],
];

describe('a loopback address at a deployed service', () => {
  const world = useWorld({ half: 'service' });
  const register = (body: object) => administer(world, 'POST', '', { body: { ...fields, ...body } });
  const change = (client_id: string, body: object) => administer(world, 'PATCH', `/${client_id}`, { body });

  test.each(withLocal)('is rejected without confirmation: %s', async (_, addresses) => {
    const refused = await register(addresses);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'invalid_request', message: expect.stringMatching(/own machine.*allow_loopback/) },
    ]);
    expect((await register({ ...addresses, allow_loopback: true })).status).toBe(201);
  });

  test.each(withLocal)('is rejected in a change without confirmation: %s', async (_, addresses) => {
    const { client_id } = await registerApplication(world, { redirect_uris: [https] });
    expect((await change(client_id, addresses)).status).toBe(400);
    expect((await change(client_id, { ...addresses, allow_loopback: true })).status).toBe(200);
  });

  test('that is already registered stays through other changes, with a warning', async () => {
    const { client_id } = await registerApplication(world, { redirect_uris: [local], events: local });
    expect((await change(client_id, { reads: 'once' })).status).toBe(200);
    const changed = await change(client_id, { redirect_uris: [https, local], events: local });
    expect(changed.status).toBe(200);
    const application = await shownApplication(changed);
    expect(application.redirect_uris).toEqual([https, local]);
    expect(application).not.toHaveProperty('allow_loopback');
    expect((await change(client_id, { redirect_uris: [local, 'http://localhost:3001/cb'] })).status).toBe(
      400,
    );
    const shown = describeApplication({ ...application, secrets: [] }, origins.service);
    expect(shown).toMatch(/^warning +http:\/\/localhost:3000\/cb: any program on the user’s machine/m);
    expect(describeApplication({ ...application, secrets: [] }, 'http://localhost:8787')).not.toContain(
      'warning',
    );
  });
});

describe('the local environment', () => {
  const world = useWorld({ local: true });

  test.each(withLocal)('accepts a loopback address without confirmation: %s', async (_, addresses) => {
    const answer = await administer(world, 'POST', '', { body: { ...fields, ...addresses } });
    expect(answer.status).toBe(201);
  });
});
