import type { Mutant } from '../mutant.ts';

/** The gifts of a tap, and the notices by which the person hears of them and ends them. */
export const taps: readonly Mutant[] = [
  {
    id: 'service-given-silent',
    file: 'workers/service/authorize/phone/given-by-tap.ts',
    find: 'shown?.includes(part) ?? !tellRequired',
    replace: 'shown?.includes(part) ?? true',
    breaks: 'A carrier that does not say what it shows is trusted where the operator trusts it.',
    tests: ['test/attacks/relay.test.ts'],
  },
  {
    id: 'service-given-unasked',
    file: 'workers/service/authorize/phone/given-by-tap.ts',
    find: "automatic && tells('automaticLogin')",
    replace: "tells('automaticLogin')",
    breaks: 'Automatic login that the phone was not told of is not given.',
    tests: ['test/attacks/relay.test.ts'],
  },
  {
    id: 'service-given-account',
    file: 'workers/service/authorize/steps/end-sign-in.ts',
    find: '&& !given.account) return',
    replace: '&& !given) return',
    breaks: 'The person’s own page opens where the phone has said so.',
    tests: ['test/attacks/relay.test.ts'],
  },
  {
    id: 'service-notice-consent',
    file: 'workers/service/objects/account-endings.ts',
    find: 'ended: consent?.agreed === happened && this',
    replace: 'ended: happened > 0 && this',
    breaks: 'A notice of a consent ends no later one.',
    tests: ['test/service/notice-end.test.ts'],
  },
  {
    id: 'service-notice-known',
    file: 'workers/service/authorize/phone/tell-person.ts',
    find: 'known ? [] :',
    replace: 'known && !mvno ? [] :',
    breaks: 'A person is told of a browser that is new.',
    tests: ['test/service/notices.test.ts'],
  },
  {
    id: 'service-browsers-forgotten',
    file: 'workers/service/objects/phone-browsers.ts',
    find: 'since > Math.max(ended, all)',
    replace: 'since > ended',
    breaks: 'A person has all browsers forgotten.',
    tests: ['test/service/known-browsers.test.ts'],
  },
  {
    id: 'service-browser-blocked',
    file: 'workers/service/objects/phone-browsers.ts',
    find: 'block: Math.max(0, ended + blockedBrowserPeriod - at)',
    replace: 'block: 0',
    breaks: 'A browser whose sign-in was ended asks the phone no more for a day.',
    tests: ['test/service/known-browsers.test.ts'],
  },
];
