import { maxAccounts, people, type ServiceCase } from './service-case.ts';
import { agreeing, askStatus, openWaitingPage, signIns, submitting } from './sign-in-requests.ts';

/** Of sign-ins, each of which wakes a number, and of consents, which wake an account as well: they stay awake for several turns. */
const [maxNumbers, maxConsents] = [maxAccounts / 3, maxAccounts / 6];

/** The steps of a sign-in after its page: the form, the page that waits, the question of its script, the consent that ends in a code. */
export const signInCases: readonly ServiceCase[] = [
  {
    name: 'sign-in',
    worker: 'service-authorize',
    status: 303,
    once: true,
    requests: async (call, count) =>
      (await signIns(call, 'forms', Math.min(count, maxNumbers))).map(submitting),
  },
  {
    name: 'waiting-page',
    worker: 'service-authorize',
    status: 200,
    requests: async (call) => (await signIns(call, 'waiting', people)).map(openWaitingPage),
  },
  {
    name: 'status',
    worker: 'service-authorize',
    status: 200,
    requests: async (call) => (await signIns(call, 'answered', people)).map(askStatus),
  },
  {
    name: 'consent',
    worker: 'service-authorize',
    status: 302,
    once: true,
    requests: async (call, count) =>
      (await signIns(call, 'consents', Math.min(count, maxConsents))).map(agreeing),
  },
];
