import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { Wire } from '../../workers/sandbox/directory/exchange-table.ts';
import type { Exchange } from '../../workers/sandbox/wire/exchange.ts';
import { SqlInMemory } from '../support/doubles/sql-in-memory.ts';

const plid = 'plid of a person';

function newWire() {
  const database = new DatabaseSync(':memory:');
  const wire = new Wire(new SqlInMemory(() => database) as unknown as SqlStorage);
  const record = (step: Exchange['step'], request: string, ...keys: string[]) =>
    wire.record({ step, request, response: '', keys });
  return {
    logIn(name: string) {
      record('authorize', `${name} begins`, `state ${name}`);
      record('code', `${name} agrees`, `state ${name}`, `code ${name}`);
      record('token', `${name} redeems`, `code ${name}`, `token ${name}`);
      this.read(name);
    },
    read: (name: string) => record('user', `${name} reads`, `token ${name}`, plid),
    disconnect: () => record('disconnect', 'disconnects', plid),
    /** As many others as are kept. */
    recordOthers() {
      for (let other = 0; other < 300; other += 1) record('authorize', 'another begins', `state ${other}`);
    },
    latest: () => wire.latest(plid.slice('plid '.length)).map(({ request }) => request),
    all: () => wire.all().map(({ request }) => request),
  };
}

const stepsOf = (name: string) => ['begins', 'agrees', 'redeems', 'reads'].map((step) => `${name} ${step}`);

describe('what went over the wire', () => {
  test('is told of the latest login of a plid, alone, with the disconnect that followed', () => {
    const wire = newWire();
    wire.logIn('first');
    wire.logIn('second');
    expect(wire.latest()).toEqual(stepsOf('second'));
    wire.disconnect();
    expect(wire.latest()).toEqual([...stepsOf('second'), 'disconnects']);
    expect(wire.all()).toEqual([...stepsOf('first'), ...stepsOf('second'), 'disconnects']);
  });

  test('of a login that is forgotten comes to no later one of the same person', () => {
    const wire = newWire();
    wire.logIn('first');
    wire.recordOthers();
    wire.logIn('second');
    wire.read('first');
    expect(wire.latest()).toEqual(['first reads']);
  });

  test('is kept for the latest 300', () => {
    const wire = newWire();
    wire.logIn('first');
    wire.recordOthers();
    expect(wire.all()).toEqual(Array(300).fill('another begins'));
    expect(wire.latest()).toEqual([]);
  });
});
