import type { Command as Program } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NumberedWorld } from '../../../test/effects/support/numbered-world.ts';
import type { Command } from '../../../test/effects/support/play-command.ts';
import { factsOf } from '../../../test/effects/support/stored-facts.ts';
import { storeUser } from '../../../test/effects/support/stored-user.ts';
import { adminProgram } from '../../cli/program.ts';
import { changing, printingOnce, reading } from './support/changing-commands.ts';
import { changingCloudflare } from './support/cloudflare-commands.ts';
import { operate } from './support/operator.ts';

/** Commands that change nothing outside this machine, or only while they run. */
const local = [
  ...['relying-parties create', 'keys status', 'keys proxy', 'secrets new', 'secrets next'],
  ...['privacy register', 'doctor', 'smoke', 'logs', 'source', 'sample', 'sandbox', 'conformance', 'carrier'],
];

const namesOf = (command: Program, names: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [names.join(' ')]
    : command.commands.flatMap((part) => namesOf(part, [...names, part.name()]));

const withoutOptions = (name: string) => name.replace(/ --.*/, '');

test('each of the 43 commands either reads, or is run again after each of its effects failed', () => {
  const names = namesOf(adminProgram());
  const played = new Set([...Object.keys(changing), ...Object.keys(changingCloudflare)].map(withoutOptions));
  const known = [...played, ...Object.keys(printingOnce), ...Object.keys(reading), ...local];
  expect(names.toSorted()).toEqual(known.toSorted());
  expect([names.length, played.size, Object.keys(printingOnce).length]).toEqual([43, 13, 3]);
});

let world: NumberedWorld;
beforeEach(async () => {
  world = new NumberedWorld();
  await storeUser(world);
});
afterEach(() => world.close());

describe('a command that reads changes nothing except the access records:', () => {
  test.each(Object.entries(reading))('%s', async (name, words) => {
    const before = factsOf(world);
    const { code, output } = await world.during(() => operate(world, [...name.split(' '), ...words]));
    expect(code, output).toBe(0);
    expect(factsOf(world)).toEqual(before);
  });
});

describe('a command that prints a secret once changes something:', () => {
  test.each(Object.entries(printingOnce))('%s', async (name, words) => {
    const before = factsOf(world);
    if (name === 'applications rotate')
      await operate(world, ['applications', 'retire', words[0] ?? '', 's2']);
    const { code, output } = await world.during(() => operate(world, [...name.split(' '), ...words]));
    expect(code, output).toBe(0);
    expect(factsOf(world)).not.toEqual(before);
  });
});

describe('a command about all applications sends a request for each of them:', () => {
  test.each(['applications import', 'applications reseal'])('%s', async (name) => {
    const { prepare, run } = changing[name] as Command<unknown>;
    const prepared = await prepare(world);
    await world.during(() => run(world, prepared));
    const sent = world.calls.filter((call) =>
      /^fetch .*\/admin\/applications(?:-import|\/\w{20})$/.test(call),
    );
    expect(sent).toHaveLength(2);
  });
});
