import type { Mutant } from '../mutant.ts';

export const alarms: readonly Mutant[] = [
  {
    id: 'service-alarm-automatic',
    file: 'workers/service/objects/account.ts',
    find: '    this.#store.wakeBy(at + grantLifetime, at);\n    return generation === undefined',
    replace: '    return generation === undefined',
    breaks: 'What an automatic login leaves behind is deleted once no sign-in can name it.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'service-alarm-leave',
    file: 'workers/service/objects/phone-registration.ts',
    find: 'at, plid);\n    this.#store.wakeBy(at + longestSignIn, at);',
    replace: 'at, plid);',
    breaks: 'Of a number whose owner has left nothing is kept once no sign-in of before can be under way.',
    tests: ['test/service/expiry.test.ts'],
  },
  {
    id: 'service-alarm-erase',
    file: 'workers/service/objects/phone-registration.ts',
    find: "DO NOTHING', at);\n    this.#store.wakeBy(at + longestSignIn, at);",
    replace: "DO NOTHING', at);",
    breaks: 'Of a number that was erased nothing is kept once no sign-in of before can be under way.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'service-alarm-change',
    file: 'workers/service/objects/application.ts',
    find: '    this.#store.wakeBy(at + copyInterval, at);\n    await Promise.race',
    replace: '    await Promise.race',
    breaks: 'KV gets the copy of a change, whatever happens after it.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'service-alarm-copy',
    file: 'workers/service/objects/application-copies.ts',
    find: '      this.#store.wakeBy(at + copyInterval, at);\n      return;',
    replace: '      return;',
    breaks: 'A copy that KV has not taken is written again until it does.',
    tests: ['test/service/application-copies.test.ts'],
  },
];
