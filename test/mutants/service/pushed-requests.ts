import type { Mutant } from '../mutant.ts';

const shared = 'workers/service/shared/pushed-requests.ts';
const tests = ['test/attacks/pushed-requests.test.ts', 'test/service/pushed-requests.test.ts'];

export const pushedRequests: readonly Mutant[] = [
  {
    id: 'service-pushed-client',
    file: shared,
    find: 'value?.c === client_id ? await',
    replace: 'value !== undefined ? await',
    breaks: 'A request that one application has pushed begins no sign-in of another one.',
    tests,
  },
  {
    id: 'service-pushed-late',
    file: shared,
    find: 'isExpired: expires <= now',
    replace: 'isExpired: expires < now',
    breaks: 'A pushed request begins a sign-in for 90 seconds, and no longer.',
    tests,
  },
  {
    id: 'service-pushed-prompt',
    file: shared,
    find: '    ...(value.p && { prompt: value.p }),\n',
    replace: '',
    breaks: 'What was pushed is what counts, the demand for a full sign-in included.',
    tests,
  },
  {
    id: 'service-pushed-beside',
    file: 'workers/service/authorize/steps/read-request.ts',
    find: 'request_uri === undefined\n',
    replace: "request_uri === undefined || parameters.optional('state') !== undefined\n",
    breaks: 'Beside a pushed request nothing else in the address counts.',
    tests,
  },
  {
    id: 'service-pushed-required',
    file: 'workers/service/authorize/steps/read-request.ts',
    find: "application.par === 'required' ? parameters.required('request_uri') : ",
    replace: '',
    breaks: 'An application that is registered with par: required has no plain request.',
    tests,
  },
  {
    id: 'service-pushed-resumed',
    file: 'workers/service/authorize/steps/resume-sign-in.ts',
    find: '      signIn.state === state &&\n',
    replace: '',
    breaks: 'An expired request goes on with its own sign-in, and with no other of this browser.',
    tests,
  },
  {
    id: 'service-challenge-required',
    file: 'workers/core/protocol/code-challenge.ts',
    find: "  if (pkce === 'required' && challenge === undefined) throw missing('code_challenge');\n",
    replace: '',
    breaks: 'An application that is registered with pkce: required needs a challenge.',
    tests,
  },
  {
    id: 'service-issuer',
    file: 'workers/service/authorize/sign-in/return-to-application.ts',
    find: 'application.iss || scope !== undefined ? { ...parameters, iss: BASE_URL } : parameters',
    replace: '{ ...parameters, iss: BASE_URL }',
    breaks: 'Only applications that are registered for it get iss: others may stumble over it.',
    tests,
  },
];
