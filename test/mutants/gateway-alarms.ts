import type { Mutant } from './mutant.ts';

export const gatewayAlarms: readonly Mutant[] = [
  {
    id: 'gateway-alarm-log-out',
    file: 'workers/gateway/objects/user.ts',
    find: '    this.#store.wakeBy(at + this.#retention, at);\n',
    replace: '',
    breaks:
      'A person who has logged out is forgotten after RETENTION_DAYS, also where their session would have lasted longer.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'gateway-alarm-disconnect',
    file: 'workers/gateway/objects/user.ts',
    find: '    this.#wakeBy(at + flowLifetime, at);\n',
    replace: '',
    breaks: 'Of a disconnected user nothing is kept after ten minutes, nor of their number at once.',
    tests: ['test/object-alarms.test.ts'],
  },
  {
    id: 'gateway-alarm-index',
    file: 'workers/gateway/objects/user.ts',
    find: 'if (!(await settleIndexes(this.#kv, indexes))) this.#store.wakeBy(at + indexRetry, at);',
    replace: 'if (!(await settleIndexes(this.#kv, indexes))) return;',
    breaks: 'A user whose index could not be reached is listed in it a minute later.',
    tests: ['test/gateway/people.test.ts'],
  },
  {
    id: 'gateway-alarm-due',
    file: 'workers/gateway/objects/user.ts',
    find: '      else this.#store.wakeBy(this.#nextDue() ?? at, at);\n',
    replace: '',
    breaks: 'A user who has woken up does so again for what is due later.',
    tests: ['test/gateway/stored.test.ts'],
  },
];
