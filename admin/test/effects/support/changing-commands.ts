import type { NumberedWorld } from '../../../../test/effects/support/numbered-world.ts';
import type { Command } from '../../../../test/effects/support/play-command.ts';
import { plid, storeSessions } from '../../../../test/effects/support/stored-session.ts';
import { phoneNo, storeRefusedEvent, storeUser } from '../../../../test/effects/support/stored-user.ts';
import { applications } from '../../../../test/support/world/test-settings.ts';
import { fileOf, operate } from './operator.ts';

const { client_id } = applications.shop;
const reason = ['--reason', 'ticket 1'];
/** Answers to a repeated command, of which each says that the first one had taken effect. */
const isDone = /no such application or (?:secret|reviewer)|The event is not in the list/;

/** Runs a command. @param advised an option that is added if a message names it. @returns a status as a worker has it. */
async function run(world: NumberedWorld, words: readonly string[], advised?: string): Promise<number> {
  const first = await operate(world, words);
  const isAdvised = advised !== undefined && first.output.includes(`add: ${advised}`);
  const { code, output } = isAdvised ? await operate(world, [...words, advised]) : first;
  if (code === 0) return 200;
  return isDone.test(output) ? 204 : 503;
}

const about = (words: readonly string[], prepare: Command<unknown>['prepare'] = storeUser) =>
  ({ prepare, run: (world) => run(world, words) }) satisfies Command<unknown>;

/** Exports the two applications of a world, and registers them under other names in the file. */
async function exportOthers(world: NumberedWorld): Promise<string> {
  await storeUser(world);
  const { stdout } = await operate(world, ['applications', 'export']);
  return fileOf(stdout.replaceAll('demo', 'sold'));
}

/** Exports the applications of a world, and changes them afterwards. */
async function exportFormer(world: NumberedWorld): Promise<string> {
  await storeUser(world);
  const { stdout } = await operate(world, ['applications', 'export']);
  for (const { client_id: id } of [applications.shop, applications.bank])
    await operate(world, ['applications', 'update', id, '--retention', '1년']);
  return fileOf(stdout);
}

async function addReviewer(world: NumberedWorld): Promise<string> {
  await storeUser(world);
  const { stdout } = await operate(world, ['reviewers', 'add', client_id, '--json']);
  return (JSON.parse(stdout) as { id: string }).id;
}

/** The commands that change a running service or gateway, and can be run again. */
export const changing = {
  'applications update': about(['applications', 'update', client_id, '--retention', '1년']),
  'applications retire': about(['applications', 'retire', client_id, 's2']),
  'applications delete': about(['applications', 'delete', client_id, '--yes']),
  'applications reseal': about(['applications', 'reseal']),
  'applications import': {
    prepare: exportOthers,
    run: (world, file) => run(world, ['applications', 'import', file], '--replace'),
  } satisfies Command<string>,
  'applications import --replace': {
    prepare: exportFormer,
    run: (world, file) => run(world, ['applications', 'import', file, '--replace']),
  } satisfies Command<string>,
  'reviewers remove': {
    prepare: addReviewer,
    run: (world, id) => run(world, ['reviewers', 'remove', client_id, id]),
  } satisfies Command<string>,
  'people erase': about(['people', 'erase', phoneNo, '--yes', ...reason]),
  'people erase --gateway': about(['people', 'erase', plid, '--gateway', '--yes', ...reason], storeSessions),
  'people end-passkeys': about(['people', 'end-passkeys', phoneNo, '--yes', ...reason]),
  'events resend': {
    prepare: async (world) => storeRefusedEvent(world, await storeUser(world)),
    run: (world, jti) => run(world, ['events', 'resend', client_id, jti, ...reason]),
  } satisfies Command<string>,
} as Record<string, Command<unknown>>;

/** The commands that print a new secret once, which no repetition can print again. */
export const printingOnce: Record<string, string[]> = {
  'applications create': [
    ...['--name', '서점', '--redirect-uri', 'https://books.example/callback', '--recipient', '주식회사 책방'],
    ...['--purpose', '회원 식별', '--retention', '1년', '--privacy-url', 'https://books.example/privacy'],
  ],
  'applications rotate': [client_id],
  'reviewers add': [client_id],
};

/** The commands that read from a running service or gateway. */
export const reading: Record<string, string[]> = {
  'applications list': [],
  'applications show': [client_id],
  'applications terms': [client_id],
  'applications history': [client_id],
  'applications export': [],
  'reviewers list': [client_id],
  'people show': [phoneNo, ...reason],
  'people affected': ['--application', client_id, ...reason],
  'audit list': [],
  'audit export': [],
  'audit summary': [],
  'audit verify': [],
  'events list': [client_id],
};
