import type { Mutant } from '../mutant.ts';

export const storage: readonly Mutant[] = [
  {
    id: 'core-too-many-writes',
    file: 'workers/core/storage/outages.ts',
    find: 'failed: 4(?!29)',
    replace: 'failed: 4',
    breaks: 'A key of KV that is written too often is an outage, not a fault of ours.',
    tests: ['test/core/outages.test.ts'],
  },
  {
    id: 'core-silent-kv',
    file: 'workers/core/storage/outages.ts',
    find: 'const kvTimeout = 3_000;',
    replace: 'const kvTimeout = 300_000;',
    breaks: 'KV that does not answer is given up.',
    tests: ['test/core/outages.test.ts'],
  },
  {
    id: 'core-wait-rounded-down',
    file: 'workers/core/protocol/errors.ts',
    find: 'Math.max(1, Math.ceil(seconds))',
    replace: 'Math.floor(seconds)',
    breaks: 'Who comes back when told to is not refused again.',
    tests: ['test/core/errors.test.ts'],
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
    tests: ['test/releases/fixtures.test.ts'],
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
