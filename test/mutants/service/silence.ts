import type { Mutant } from '../mutant.ts';

const pages = 'workers/service/authorize/pages';
const silent = ['test/browser/silence.test.ts'];
const waited = ['test/service/waiting.test.ts'];

/** A phone that says nothing, and a number without an app. */
export const silence: readonly Mutant[] = [
  {
    id: 'service-again-answered',
    file: 'workers/service/authorize/phone/open-request.ts',
    find: "return status === 'pending' || status === 'expired';",
    replace: "return status !== 'cancelled';",
    breaks: 'A request that is answered meanwhile is not sent again.',
    tests: waited,
  },
  {
    id: 'service-again-reuses',
    file: 'workers/service/authorize/steps/submit-sign-in.ts',
    find: 'return resend(context, form);',
    replace: 'return send(context, form);',
    breaks: 'A request that is sent again takes the place of the open one.',
    tests: waited,
  },
  {
    id: 'service-again-overtaken',
    file: `${pages}/watch-phone.ts`,
    find: "addEventListener('submit', () => ((left = true), stop()));",
    replace: '',
    breaks: 'A page that sends its form loads nothing else.',
    tests: silent,
  },
  {
    id: 'service-silence-under-finger',
    file: `${pages}/watch-phone.ts`,
    find: '.foot:is(:hover, :focus-within)',
    replace: '.nothing',
    breaks: 'Help moves nothing from under a pointer.',
    tests: silent,
  },
  {
    id: 'service-unregistered-asks-on',
    file: `${pages}/unregistered-page.tsx`,
    find: 'again < maxAsked',
    replace: 'again >= 0',
    breaks: 'A page without an app asks by itself three times.',
    tests: ['test/browser/unregistered.test.ts'],
  },
];
