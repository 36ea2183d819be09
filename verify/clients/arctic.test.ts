import * as snippet from '../../docs/clients/arctic.ts';
import { testTwoSteps, withReader } from './two-steps.ts';

testTwoSteps(withReader(snippet), {
  denied: { message: 'Not signed in: access_denied' },
  wrongState: { message: 'The callback is not of this login' },
  wrongSecret: { code: 'invalid_client', description: 'Bad client credentials.' },
  sends: { credentials: 'header', pkce: true },
});
