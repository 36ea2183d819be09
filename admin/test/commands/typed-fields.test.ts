import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { maxLogoLength } from '../../../workers/core/protocol/logo.ts';
import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { describeReviewers } from '../../cli/reviewers-output.ts';
import { PageServer } from './support/page-server.ts';

const server = new PageServer();
beforeAll(() => server.open());
afterAll(() => server.close());
beforeEach(() => {
  [server.calls, server.pages] = [[], []];
});

const client_id = 'demoshop000000000001';
const application = {
  ...{ ...defaultFields(), client_id, name: 'Demo Shop', redirect_uris: [], attributes: [] },
  ...{ recipient: '', purpose: '', retention: '', privacy_url: '', created: 0, version: 1 },
  secrets: [{ id: 's1', created: 0, sealed: 'current' }],
};
const run = (words: string[], typed?: string) =>
  plid([...words, '--url', server.url], {
    env: { PLID_ADMIN_TOKEN: 'a token' },
    ...(typed !== undefined && { typed }),
  });

describe('applications update', () => {
  const folder = mkdtempSync(path.join(testFolder(), 'logos-'));
  const logo = (name: string, bytes: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, 'x'.repeat(bytes));
    return file;
  };
  const update = (...words: string[]) => run(['applications', 'update', client_id, ...words]);

  test.each([
    [['--redirect-uri', ''], { redirect_uris: [] }],
    [['--redirect-uri', 'https://a.example/', 'https://b.example/'], undefined],
    [['--logo', ''], { logo: '' }],
    [['--logo', logo('LOGO.PNG', 3)], { logo: 'data:image/png;base64,eHh4' }],
    [['--logo', logo('logo.svg', 3)], { logo: 'data:image/svg+xml;base64,eHh4' }],
    [['--no-popup'], { popup: false }],
    [['--minimum-age', '0'], { minimum_age: 0 }],
    [['--attributes', 'ci,name'], { attributes: ['ci', 'name'] }],
  ])('%j sends only that', async (words, sent) => {
    server.pages = [application];
    const { code, output } = await update(...words);
    expect(code, output).toBe(0);
    const redirect_uris = words.slice(1);
    expect(server.bodies).toEqual([sent ?? { redirect_uris }]);
  });

  test.each([
    [['--logo', logo('large.png', Math.ceil(maxLogoLength * 0.75))], 'of at most 3,000 bytes'],
    [['--logo', logo('logo.gif', 3)], 'Use an SVG, PNG, or WebP file'],
    [['--logo', path.join(folder, 'missing.png')], 'Use an SVG, PNG, or WebP file'],
    [['--minimum-age', '14.5'], 'Use a whole number'],
    [['--attributes', 'ci,nickname'], 'Valid attributes: '],
    [['--if-version', '0', '--iss'], 'The version must be a whole number'],
    [['--pkce', 'always'], 'Allowed choices are'],
  ])('%j is refused before anything is sent', async (words, says) => {
    const { code, stderr } = await update(...words);
    expect([code, server.calls]).toEqual([2, []]);
    expect(stderr).toContain(says);
  });
});

describe('a question at a terminal', () => {
  const create = ['applications', 'create', '--name', 'x', '--redirect-uri', 'https://a.example/'];

  test.each([
    ['y\n', true],
    ['Y\n', true],
    ['yes\n', true],
    // The key of y on a Korean keyboard.
    ['ㅛ\n', true],
    ['\n', true],
    ['n\n', false],
    ['ㅜ\n', false],
    ['', false],
  ])('%j is taken as %s, if yes is recommended', async (typed, isTaken) => {
    server.pages = [{ ...application, client_secret: 's' }];
    expect((await run(create, typed)).code).toBe(0);
    expect((server.bodies[0] as { iss?: boolean }).iss).toBe(isTaken ? true : undefined);
  });

  test('is not asked for JSON, which a program reads', async () => {
    server.pages = [{ ...application, client_secret: 's' }];
    const { stdout, stderr } = await run([...create, '--json'], '\n');
    expect([JSON.parse(stdout).client_id, stderr]).toEqual([client_id, '']);
    expect(server.bodies[0]).not.toHaveProperty('iss');
  });
});

describe('reviewers', () => {
  const reviewer = { id: 'r1', phoneNo: '01009123456', plid: 'p', created: 0, sealed: 'current' };
  const stateOf = (changes: object) =>
    describeReviewers([{ ...reviewer, ends: Date.now() / 1000 + 60, ...changes }], client_id)
      .split('\n')[1]
      ?.replace(/.* {2}/, '');

  test('add asks for 30 days, if no day is given, and else until the end of the day in Korea', async () => {
    const added = { ...reviewer, ends: 60, code: 'c' };
    server.pages = [application, added, application, added];
    const before = Math.floor(Date.now() / 1000);
    await run(['reviewers', 'add', client_id]);
    await run(['reviewers', 'add', client_id, '--until', '2027-01-31']);
    const [usual, given] = server.bodies as { ends: number }[];
    const late = (usual?.ends ?? 0) - before - 30 * 86_400;
    expect(late >= 0 && late < 60).toBe(true);
    expect(given?.ends).toBe(Date.parse('2027-02-01T00:00+09:00') / 1000);
  });

  test('are listed as ended, as lost with the key of their code, or as active', () => {
    expect(stateOf({})).toBe('active');
    expect(stateOf({ sealed: 'earlier' })).toBe('active');
    expect(stateOf({ sealed: 'unknown' })).toBe('code lost with its key, add another');
    expect(stateOf({ ends: Date.now() / 1000 - 1 })).toBe('ended');
  });
});

describe('people show', () => {
  const gateway = { users: [{ plid: 'p', pseudonyms: [], identity: {}, sessions: [] }] };
  const show = (person: string, ...more: string[]) =>
    run(['people', 'show', person, '--gateway', '--reason', 'ticket 1', ...more]);

  test.each([
    ['010-1234-5678', { phoneNo: '01012345678' }],
    ['+82 10 1234 5678', { phoneNo: '01012345678' }],
    ['０１０-１２３４-５６７８', { phoneNo: '01012345678' }],
    ['a-plid', { plid: 'a-plid' }],
    ['x'.repeat(128), { plid: 'x'.repeat(128) }],
  ])('%s asks for it', async (person, named) => {
    server.pages = [gateway];
    expect((await show(person)).code).toBe(0);
    expect(server.bodies).toEqual([{ ...named, reason: 'ticket 1' }]);
  });

  test('a plid that looks like a number is asked for with --plid', async () => {
    server.pages = [gateway];
    await show('01012345678', '--plid');
    expect(server.bodies).toEqual([{ plid: '01012345678', reason: 'ticket 1' }]);
  });

  test.each(['02-123-4567', '０２１２３４５６７', 'two words', 'x'.repeat(129), '김하나', ''])(
    '%j is refused before anything is sent',
    async (person) => {
      expect((await show(person)).code).toBe(1);
      expect(server.calls).toEqual([]);
    },
  );
});
