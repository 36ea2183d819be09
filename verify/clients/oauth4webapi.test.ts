import { expect } from 'vitest';
import * as snippet from '../../docs/clients/oauth4webapi.ts';
import { testTwoSteps, withReader } from './two-steps.ts';

testTwoSteps(withReader(snippet), {
  denied: { error: 'access_denied' },
  wrongState: { message: expect.stringContaining('"state"') },
  wrongSecret: { status: 401, message: expect.stringContaining('challenge') },
  sends: { credentials: 'header', pkce: true },
});
