import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventsIn,
  type LogLine,
  linesWith,
  logLines,
  writtenLines,
} from '../support/assertions/log-lines.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { grantSignIn } from '../support/fixtures/grants.ts';
import { applicationCalls, operatorCalls, signInsAtGateway } from '../support/fixtures/scenarios.ts';
import { sendPeopleRequest } from '../support/requests/operator-requests.ts';
import { operatorName } from '../support/world/test-settings.ts';
import { root } from '../support/world/test-workers.ts';
import { useWorld } from '../support/world/use-world.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const section = (heading: string) =>
  read('docs/operate/logs.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The commands of a section, as they stand there. */
const commandsOf = (heading: string) =>
  [...section(heading).matchAll(/^```sh\n(.+)\n```$/gm)].map(([, command = '']) => command);

/** Contributors may lack jq; the checks of a release have it. */
const hasJq = spawnSync('jq', ['--version']).status === 0 || process.env.CI !== undefined;

describe.skipIf(!hasJq)('a query of docs/operate/logs.md', () => {
  const world = useWorld();
  let folder: string;
  let lines: LogLine[];
  let plid: string;
  let pseudonyms: string[];
  let written: ReturnType<typeof writtenLines>;

  beforeAll(async () => {
    await signInsAtGateway(world);
    await applicationCalls(world);
    await operatorCalls(world);
    ({ plid } = await grantSignIn(world));
    const shown = await sendPeopleRequest(world, 'show', { plid, reason: 'ticket 42' });
    ({ pseudonyms } = JSON.parse(await shown.text()));
    await linesWith(world, { 'events.person_shown': 1 });
    await linesWith(world, { 'events.application_deleted': 1 });
    lines = logLines(world);
    folder = mkdtempSync(path.join(tmpdir(), 'plid-watching-'));
    // The form of `wrangler tail --format json`: a document for each call of a worker, over several lines, with other output
    // between the lines.
    written = writtenLines(world);
    const documents = written.map((line, index) => ({
      scriptName: line.worker,
      logs: [
        { message: [JSON.stringify(line)], level: 'log', timestamp: timeOf(index) },
        { message: ['hello'], level: 'log', timestamp: timeOf(index) },
      ],
    }));
    writeFileSync(
      path.join(folder, 'tail.json'),
      documents.map((one) => JSON.stringify(one, null, 2)).join('\n'),
    );
    const [tail = ''] = commandsOf('Get the log');
    run(tail.replace(/^npx wrangler tail \S+ --format json \| /, 'cat tail.json | '));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Time of a line, in milliseconds since 1970: a second and a bit after the line before it. */
  const timeOf = (index: number) => Date.UTC(2026, 10, 24) + index * 1001;
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  const ask = (number: number, change = (command: string) => command) =>
    JSON.parse(run(change(commandsOf('Queries')[number - 1] ?? '')));
  const count = (fields: LogLine) =>
    lines.filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value)).length;

  test('is one of eight, over log lines with their time', () => {
    expect(commandsOf('Queries')).toHaveLength(8);
    expect(
      run('cat lines.json')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(written.map((line, index) => ({ ...line, timestamp: timeOf(index) })));
  });

  test('reports approvals per carrier', () => {
    const rates: { carrier: string; requested: number; failed: number; approved: number; share: number }[] =
      ask(1);
    expect(rates.map(({ carrier }) => carrier).sort()).toEqual(['K', 'L', 'S']);
    for (const { carrier, requested, failed, approved, share } of rates) {
      expect(requested).toBe(count({ 'events.sign_in_requested': 1, carrier }));
      expect(failed).toBe(count({ 'events.carrier_failed': 1, call: 'confirm', carrier }));
      expect(approved).toBe(count({ 'events.sign_in_approved': 1, carrier }));
      expect(share).toBe(Math.floor((100 * approved) / (requested + failed)));
    }
    expect(rates.find(({ carrier }) => carrier === 'S')?.failed).toBeGreaterThan(0);
    expect(rates.find(({ carrier }) => carrier === 'S')?.approved).toBeGreaterThan(0);
  });

  test("reports a carrier outage below the alert's threshold", () => {
    const down = { carrier: 'K', events: { carrier_failed: 1 }, call: 'confirm', kind: 'timeout' };
    writeFileSync(path.join(folder, 'down.json'), `${JSON.stringify(down)}\n`.repeat(50));
    expect(ask(1, (command) => command.replace('lines.json', 'down.json'))).toEqual([
      { carrier: 'K', requested: 0, failed: 50, approved: 0, share: 0 },
    ]);
  });

  test('reports how many sign-ins reached each step', () => {
    const steps: Record<string, number> = ask(2);
    expect(Object.keys(steps).sort()).toEqual([...new Set(lines.flatMap(eventsIn))].sort());
    expect(steps.code_issued).toBe(count({ 'events.code_issued': 1 }));
  });

  test('reports the failures of each worker', () => {
    const [worst] = ask(3);
    expect(worst).toMatchObject({ worker: 'service-authorize', reason: 'unavailable' });
    expect(worst.cause).toContain('asking the carrier');
    expect(ask(3).reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
      count({ level: 'error' }),
    );
  });

  test('reports the errors of each application', () => {
    const refused: { client_id: string | null; worker: string; reason: string; count: number }[] = ask(4);
    expect(refused).toContainEqual({
      client_id: null,
      worker: 'service-token',
      reason: 'bad_credentials',
      count: count({ worker: 'service-token', reason: 'bad_credentials' }),
    });
  });

  test('reports the duration of each route', () => {
    const routes: { route: string; count: number; p95: number }[] = ask(5);
    const token = routes.find(({ route }) => route === '/oauth2/token');
    const times = lines
      .filter(({ route }) => route === '/oauth2/token')
      .map(({ milliseconds }) => Number(milliseconds))
      .sort((left, right) => left - right);
    expect(token).toEqual({
      route: '/oauth2/token',
      count: times.length,
      p95: times[Math.floor(times.length * 0.95)],
    });
  });

  test('reports guessed numbers and codes', () => {
    const tried: { event: string | null; count: number }[] = ask(6);
    const sum = (event: string) =>
      tried.filter((row) => row.event === event).reduce((total, row) => total + row.count, 0);
    for (const event of ['sign_in_unconfirmed', 'code_replayed']) {
      expect(sum(event)).toBe(count({ [`events.${event}`]: 1 }));
      expect(sum(event)).toBeGreaterThan(0);
    }
  });

  test('finds everything about one request, its user, and its gateway request', () => {
    const redeemed = lines.find((line) => line['events.code_redeemed']);
    const found: LogLine[] = ask(7, (command) =>
      command.replace('8f2b6c1d0e4a9357', String(redeemed?.request)),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ request: redeemed?.request, route: '/oauth2/token' }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        events: expect.objectContaining({ sign_in_approved: 1 }),
        person: redeemed?.person,
      }),
    );
    const others = found.filter(
      ({ person, request }) => person !== redeemed?.person && request !== redeemed?.request,
    );
    expect(others).toEqual([]);
  });

  test('reports who used which operator token, and when', () => {
    type Done = Record<'at' | 'token' | 'event', string> & Record<'client_id' | 'person', string | null>;
    const done: Done[] = ask(8);
    const index = written.findIndex(({ events }) => events?.application_registered);
    const at = `${new Date(timeOf(index)).toISOString().slice(0, 19)}Z`;
    expect(done.find(({ event }) => event === 'application_registered')).toEqual({
      at,
      token: operatorName,
      event: 'application_registered',
      client_id: expect.stringMatching(/^\w{20}$/),
      person: null,
      access_reason: null,
    });
    expect(done.map(({ at }) => at)).toEqual(done.map(({ at }) => at).sort());
    const looked = done.filter(({ event }) => event === 'person_shown');
    expect(looked).toMatchObject([
      { token: operatorName, person: pseudonyms[0], access_reason: 'ticket 42' },
    ]);
    expect(JSON.stringify(done)).not.toContain(plid);
  });

  test("finds a gateway's error by the service's request ID", async () => {
    const browser = new BrowserSession(world, { visitable: ({ origin }) => origin === world.gateway });
    const login = await browser.get(`${world.gateway}/auth/login`);
    const state = login.url.searchParams.get('state');
    await browser.get(`${world.gateway}/auth/callback?code=none&state=${state}`);
    const [refused] = await linesWith(world, { worker: 'gateway-callback', reason: 'upstream_refused' });
    writeFileSync(
      path.join(folder, 'lines.json'),
      writtenLines(world)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const request = String(refused?.upstream_request);
    const found: LogLine[] = ask(7, (command) => command.replace('8f2b6c1d0e4a9357', request));
    expect(found.map(({ worker }) => worker).sort()).toEqual(['gateway-callback', 'service-token']);
    writeFileSync(path.join(folder, 'lines.json'), written.map((line) => JSON.stringify(line)).join('\n'));
  });
});
