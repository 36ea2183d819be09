import type { Mutant } from './mutant.ts';

/** Mistakes in the storage of objects and in pages: Stryker makes none there. In the rest of core it makes them, and notices them. */
export const core: readonly Mutant[] = [
  {
    id: 'core-page-in-a-frame',
    file: 'workers/pages/page.ts',
    find: "frame-ancestors 'none'",
    replace: "frame-ancestors 'self'",
    breaks: 'No page can be framed.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'core-form-to-anywhere',
    file: 'workers/pages/page.ts',
    find: "formsLeadAnywhere ? '' :",
    replace: "!formsLeadAnywhere ? '' :",
    breaks: 'A form leads to this host, unless its application may be anywhere.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'core-base-of-a-page',
    file: 'workers/pages/page.ts',
    find: "base-uri 'none'; ",
    replace: '',
    breaks: 'No markup changes where the addresses of a page lead.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'core-part-of-another-language',
    file: 'workers/pages/rendered-once.ts',
    find: 'for (const value of Object.values(props)) found',
    replace: 'for (const value of Object.values(props).slice(1)) found',
    breaks: 'A part that is rendered once is rendered for each of its values.',
    tests: ['test/pages/rendered-once.test.ts'],
  },
  {
    id: 'core-one-cookie-of-a-page',
    file: 'workers/pages/page.ts',
    find: "response.headers.append('Set-Cookie', cookie)",
    replace: "response.headers.set('Set-Cookie', cookie)",
    breaks: 'A page sets each of its cookies.',
    tests: ['test/core/cookies.test.ts'],
  },
  {
    id: 'core-page-that-reloads-itself',
    file: 'workers/pages/layout.tsx',
    find: 'return scripted ? <noscript>{meta}</noscript> : meta;',
    replace: 'return meta;',
    breaks: "A page with a script does not load itself again under the person's hands.",
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'core-language-of-a-page',
    file: 'workers/pages/layout.tsx',
    find: '<html lang={language}>',
    replace: '<html lang="en">',
    breaks: 'A page says which language it is in.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'core-alarm-written-each-time',
    file: 'workers/core/storage/object-alarm.ts',
    find: `if (this.#alarm !== null && this.#alarm <= needed && !isOverdue) return;
`,
    replace: '',
    breaks: 'An alarm that is early enough is not written again: each write costs.',
    tests: ['test/object-costs.test.ts'],
  },
  {
    id: 'core-alarm-too-late',
    file: 'workers/core/storage/object-alarm.ts',
    find: 'this.#alarm <= needed && !isOverdue',
    replace: '!isOverdue',
    breaks: 'An object wakes for what is due first.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'core-failed-alarm',
    file: 'workers/core/storage/object-alarm.ts',
    find: `      this.#alarm = Date.now();
`,
    replace: '',
    breaks: 'After an alarm that has failed the next call sees to another.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-alarm-forgotten-with-memory',
    file: 'workers/core/storage/object-alarm.ts',
    find: 'this.#alarm = await this.#storage.getAlarm();',
    replace: '',
    breaks: 'An object that comes back to memory knows its alarm.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-tables-after-a-failure',
    file: 'workers/core/storage/object-store.ts',
    find: `      this.#isMade = isMade;
`,
    replace: '',
    breaks: 'A change that has failed leaves an object as it was.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-tables-after-deletion',
    file: 'workers/core/storage/object-store.ts',
    find: `    this.#isMade = undefined;
`,
    replace: '',
    breaks: 'An object that was emptied makes its tables anew.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-alarm-after-waking',
    file: 'workers/core/storage/object-alarm.ts',
    find: `    this.#alarm = null;
    try {`,
    replace: '    try {',
    breaks: 'What an alarm finds to do later gets an alarm at that time, not at once.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-tables-of-the-release-before',
    file: 'workers/core/storage/object-store.ts',
    find: 'if (version > 0) this.#migrate(version);',
    replace: '',
    breaks: 'Objects of the release before are brought up to date.',
    tests: ['verify/previous-release/fixtures.test.ts'],
  },
  {
    id: 'core-half-a-migration',
    file: 'workers/core/storage/object-store.ts',
    find: 'this.#storage.kv.put(versionKey, this.#migrations.length);',
    replace: 'this.#storage.kv.put(versionKey, version + 1);',
    breaks: 'An object is migrated once, whatever number of migrations it has missed.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'core-change-without-transaction',
    file: 'workers/core/storage/object-store.ts',
    find: `      return this.#storage.transactionSync(() => {
        if (!isMade) this.#migrate(0);
        this.#isMade = true;
        return change();
      });`,
    replace: `      if (!isMade) this.#migrate(0);
      this.#isMade = true;
      return change();`,
    breaks: 'A change happens as a whole or not at all.',
    tests: ['test/object-failures.test.ts'],
  },
];
