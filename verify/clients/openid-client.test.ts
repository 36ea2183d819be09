import { expect } from 'vitest';
import * as snippet from '../../docs/clients/openid-client.ts';
import { testTwoSteps, withReader } from './two-steps.ts';

testTwoSteps(withReader(snippet), {
  denied: { error: 'access_denied', error_description: expect.stringContaining('denied') },
  wrongState: { cause: { message: expect.stringContaining('"state"') } },
  wrongSecret: { status: 401, message: expect.stringContaining('challenge') },
  sends: { credentials: 'header', pkce: true },
});
