import * as snippet from '../../docs/clients/simple-oauth2.ts';
import { testTwoSteps, withReader } from './two-steps.ts';

testTwoSteps(withReader(snippet), {
  denied: { message: 'Not signed in: access_denied' },
  wrongState: { message: 'The callback is not of this login' },
  wrongSecret: { data: { payload: { error: 'invalid_client', message: 'Bad client credentials.' } } },
  sends: { credentials: 'header', pkce: false },
});
