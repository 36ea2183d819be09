import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  disclosed,
  fillIndex,
  indexObject,
  indexWritten,
} from '../../../test/support/fixtures/affected-users.ts';
import { requestDisconnect } from '../../../test/support/requests/service-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { applications, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop, bank } = applications;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

const reason = ['--reason', 'incident 12'];
const affected = (...words: string[]) =>
  plid(['people', 'affected', '--url', proxy.url, ...words], {
    env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
  });
const ofShop = ['--application', shop.client_id];

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');
const dateInKorea = (seconds: number) => new Date((seconds + 9 * 3_600) * 1000).toISOString().slice(0, 10);

describe('plid-admin people affected', () => {
  test('prints one line per user, and the count and the start of the index to standard error', async () => {
    const at = await world.clock.now();
    const users = [await disclosed(world), await disclosed(world)];
    for (const user of users) await indexWritten(world, user);
    await requestDisconnect(world, { plid: users[1] ?? '' });
    await world.clock.advance(1);
    await world.settled();
    await indexWritten(world, users[1] ?? '');
    const { code, stdout, stderr } = await affected(...ofShop, ...reason, '--since', dateInKorea(at));
    expect(code, stderr).toBe(0);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toBe('plid,first,last,attributes,ended');
    const columns = `${iso(at)},${iso(at)},agegroup birthdate birthday ci foreign gender name phoneNo telcoCd`;
    expect(lines).toContain(`${users[0]},${columns},`);
    expect(lines).toContain(`${users[1]},${columns},${iso(at)}`);
    expect(stderr).toContain(`${lines.length} users of Demo Shop (${shop.client_id}) may be affected.`);
    expect(stderr).not.toContain('has no application');
    expect(stderr).toMatch(
      /^The index begins at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Users who haven't signed in/m,
    );

    const { stdout: json } = await affected(...ofShop, ...reason, '--json');
    const shown = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(shown.map((user) => user.plid)).toEqual(expect.arrayContaining(users));
  });

  test('lists no user outside the period', async () => {
    await fillIndex(world, 3);
    const until = '1970-01-01T00:00:00Z';
    const { code, stdout, stderr } = await affected(...ofShop, ...reason, '--until', until);
    expect([code, stdout]).toEqual([0, 'plid,first,last,attributes,ended\n']);
    expect(stderr).toContain(`0 users of Demo Shop (${shop.client_id}) may be affected.`);
  });

  test("warns about an unknown client_id, so that a typo doesn't look like an empty list", async () => {
    const { code, stderr } = await affected('--application', 'demoshop0000000000xx', ...reason);
    expect(code).toBe(0);
    expect(stderr).toContain('0 users of demoshop0000000000xx may be affected.');
    expect(stderr).toContain('The service has no application demoshop0000000000xx.');
  });

  test('names its defaults in words, and the options of people', async () => {
    const { output } = await plid(['people', 'affected', '--help']);
    expect(output.replaceAll(/\s+/g, ' ')).toMatch(
      /\(default: the beginning\).*\(default: now\).*--reason <text>/,
    );
  });

  test.each([
    [['--application', bank.client_id], 'This list requires a reason. Add: --reason'],
    [[...ofShop, ...reason, '--since', 'yesterday'], "yesterday isn't a date such as 2026-11-20"],
    [[...ofShop, ...reason, '--since', '2026-11-20T18:00'], 'or a time with a time zone'],
    [[...ofShop, ...reason, '--since', '2026-11-20', '--until', '2026-11-19'], '--since is after --until.'],
    [[...ofShop, ...reason, '--gateway'], 'A gateway has no index of disclosures'],
    [reason, '--application'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await affected(...words);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });

  test('fails if some rows cannot be decrypted, after it has printed the others', async () => {
    const user = await disclosed(world);
    await indexWritten(world, user);
    const object = await indexObject(world, user);
    const dump = await object.dump();
    const [row = {}] = dump.rows.disclosures ?? [];
    const unreadable = { ...row, name: 'unreadable', sealed: 'unreadable' };
    await object.restore({ ...dump, rows: { disclosures: [...(dump.rows.disclosures ?? []), unreadable] } });
    const { code, stdout, stderr } = await affected(...ofShop, ...reason);
    expect(code).toBe(1);
    expect(stdout).toContain(user);
    expect(stderr).toContain("The list is incomplete: 1 row can't be decrypted.");
    await object.restore(dump);
  });
});
