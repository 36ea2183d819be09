import type { Mutant } from '../mutant.ts';

const shared = 'workers/service/shared/pushed-requests.ts';
const tests = ['test/attacks/pushed-requests.test.ts', 'test/service/pushed-requests.test.ts'];

export const pushedRequests: readonly Mutant[] = [
  {
    id: 'service-pushed-once',
    file: 'workers/service/authorize/steps/use-request.ts',
    find: "request_uri === undefined || application.par !== 'once'",
    replace: 'true',
    breaks: 'A pushed request of an application with `par: once` begins one sign-in.',
    tests,
  },
  {
    id: 'service-pushed-client',
    file: shared,
    find: 'value?.c === client_id ? await',
    replace: 'value !== undefined ? await',
    breaks: 'A request that one application has pushed begins no sign-in of another one.',
    tests,
  },
  {
    id: 'service-pushed-beside',
    file: 'workers/service/authorize/steps/read-request.ts',
    find: 'request_uri !== undefined\n',
    replace: 'request_uri !== undefined && sent.values.state === undefined\n',
    breaks: 'Beside a pushed request nothing else in the address counts.',
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
];
