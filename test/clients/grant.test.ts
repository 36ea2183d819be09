import { expect } from 'vitest';
import { application } from '../../docs/clients/grant.ts';
import { ask, testApplication } from './applications.ts';

testApplication({
  create: application,
  callback: '/connect/plid/callback',
  begin: async (_, origin) => `${origin}/connect/plid`,
  user: async (browser, origin) => (await ask(browser, origin)).user,
  userOf: (record) => record,
  reason: ({ text }) => JSON.parse(text).error,
  denied: 'access_denied',
  wrongState: 'Grant: OAuth2 state mismatch',
  wrongSecret: expect.objectContaining({ error: 'invalid_client' }),
  sends: { credentials: 'header', pkce: true },
});
