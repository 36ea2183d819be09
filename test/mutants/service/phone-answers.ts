import type { Mutant } from '../mutant.ts';

/** The questions to a carrier, and the effects of its answers. */
export const phoneAnswers: readonly Mutant[] = [
  {
    id: 'service-intent-package',
    file: 'workers/service/shared/phone-app-links.ts',
    find: "    links.packages.includes(fields.package ?? '') &&\n",
    replace: '',
    breaks: 'An intent opens an app that the operator has listed.',
    tests: ['test/parsers/phone-app-links.test.ts'],
  },
  {
    id: 'service-unregistered-uncounted',
    file: 'workers/service/authorize/phone/phone-request.ts',
    find: "const isGuessing = status === 'unconfirmed' &&",
    replace: "const isGuessing = (status === 'unconfirmed' || status === 'unregistered') &&",
    breaks: 'A number without an app counts as a request that nobody answers.',
    tests: ['test/service/carrier-answers.test.ts'],
  },
  {
    id: 'service-stranger-told',
    file: 'workers/service/authorize/steps/wait.ts',
    find: "(await isKnown(context, phone)) ? reason : 'denied'",
    replace: "(await isKnown(context, phone)) ? reason : reason === 'cancelled' ? reason : 'denied'",
    breaks: 'A stranger is told of a denial alone.',
    tests: ['test/service/carrier-answers.test.ts'],
  },
  {
    id: 'service-second-slip-takes-longer',
    file: 'workers/service/authorize/steps/wait.ts',
    find: 'why === undefined && !phone.slipped',
    replace: 'why === undefined',
    breaks: 'A second wrong number takes the same calls as a denial.',
    tests: ['test/attacks/relay-denial.test.ts'],
  },
  {
    id: 'service-question-anew',
    file: 'workers/service/authorize/phone/attempt.ts',
    find: 'refusals.unavailable ? { ...signIn, attempt } : signIn',
    replace: "refusals.unavailable && attempt.id === '' ? { ...signIn, attempt } : signIn",
    breaks: 'A question that no carrier has answered is the same one when it is sent again.',
    tests: ['test/service/carrier-questions.test.ts'],
  },
  {
    id: 'service-cancel-shared',
    file: 'workers/service/authorize/phone/cancel-request.ts',
    find: 'other.phone?.requestId === asked.requestId && isWaiting(other, now)',
    replace: 'other.phone === asked && isWaiting(other, now)',
    breaks: 'A request that another sign-in of the browser waits for is not cancelled.',
    tests: ['test/service/carrier-questions.test.ts'],
  },
  {
    id: 'service-denial-elsewhere',
    file: 'workers/service/authorize/phone/ask-carrier.ts',
    find: 'outcomeQuestion(requestId, { telcoCd })',
    replace: 'outcomeQuestion(requestId, { telcoCd: telcoCd && undefined })',
    breaks: 'The carrier that was asked is asked what became of it.',
    tests: ['test/service/carrier-questions.test.ts'],
  },
  {
    id: 'service-early-expiry-untold',
    file: 'workers/service/authorize/phone/ask-carrier.ts',
    find: 'age < soon',
    replace: 'age < 0 * soon',
    breaks: 'A carrier whose clock is ahead is told of in the log.',
    tests: ['test/service/carrier-clock.test.ts'],
  },
];
