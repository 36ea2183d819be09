import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  sendGatewayPeopleRequest,
  sendPeopleRequest,
} from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { useGatewayWorld } from '../../../test/support/world/gateway-world.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { gatewaySecrets, operatorName, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';
import { formatKoreanTime } from '../../korean-time.ts';

const world = useWorld({ half: 'service', own: true });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

const audit = async (words: string[], { url = proxy.url, token = serviceSecrets.ADMIN_TOKEN } = {}) => {
  // The verifier measures with its own clock, which is right.
  vi.useFakeTimers({ toFake: ['Date'], now: (await world.clock.now()) * 1000 });
  try {
    return await plid(['audit', ...words, '--url', url], { env: { PLID_ADMIN_TOKEN: token } });
  } finally {
    vi.useRealTimers();
  }
};

async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await audit(words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const saved = (text: string): string => {
  const file = path.join(mkdtempSync(path.join(testFolder(), 'audit-')), 'records.jsonl');
  writeFileSync(file, text);
  return file;
};

const show = (reason: string) => sendPeopleRequest(world, 'show', { plid: randomUUID(), reason });

/** The day in Korea, as the options take it. */
const today = async () => formatKoreanTime(await world.clock.now()).slice(0, 10);

describe('plid-admin audit', { shuffle: false }, () => {
  test('list prints who did what, when, from where, and why', async () => {
    await show('ticket 1');
    const text = await printed('list');
    expect(text).toMatch(/^RECORD +TIME IN KOREA +OPERATOR +ADDRESS +ACTION +PEOPLE +REASON$/m);
    expect(text).toMatch(
      new RegExp(
        `^1 +[-\\d]{10} [:\\d]{8} +${operatorName} +[\\d.]+ +people show +no user found by plid +ticket 1$`,
        'm',
      ),
    );
    expect(text).toMatch(/^2 records were written in total\. Head: [0-9a-f]{64}$/m);
  });

  test('export prints JSON Lines, of which the last one has count and head', async () => {
    const lines = (await printed('export')).trimEnd().split('\n');
    const [end, ...others] = lines.map((line) => JSON.parse(line)).reverse();
    expect(others[0]).toMatchObject({ action: 'audit export', hash: end.head, sequence: end.count });
    expect(end).toMatchObject({
      origin: proxy.url,
      records: others.length,
      anchor: { sequence: 0 },
      days: 365,
    });
  });

  test('summary counts records by month, operator, and action in the given days', async () => {
    const before = await today();
    await world.clock.advance(40 * 86_400);
    const day = await today();
    for (const reason of ['ticket 2', 'ticket 3']) await show(reason);
    const { months, count, head } = JSON.parse(await printed('summary', '--since', day, '--json'));
    const row = { operator: operatorName, month: day.slice(0, 7), people: 0 };
    expect(months).toEqual([
      { ...row, action: 'audit summary', records: 1, withoutReason: 1 },
      { ...row, action: 'people show', records: 2, withoutReason: 0 },
    ]);
    const text = await printed('summary', '--until', before);
    expect(text).toMatch(new RegExp(`^${before.slice(0, 7)} +${operatorName} +people show +1 +0 +0$`, 'm'));
    expect(text).not.toContain('audit summary');
    expect(
      await printed(
        'verify',
        '--against',
        saved(
          JSON.stringify({
            ...{ origin: proxy.url, months },
            count,
            head,
            anchor: { sequence: 0, hash: '0'.repeat(64) },
            days: 365,
          }),
        ),
      ),
    ).toContain(`Record ${count}, with which the summary ends, is unchanged.`);
  });

  test('export and verify read all pages, and record each', async () => {
    const { durableObjects } = world;
    const object = durableObjects.ACCESSRECORDS.getByName('service');
    const at = await world.clock.now();
    for (let count = 0; count < 600; count += 1)
      await object.append({ at, operator: 'lee', action: 'people show', people: [], request: `r${count}` });
    const file = saved(await printed('export'));
    const text = await printed('verify', '--against', file);
    expect(text).toMatch(/^The chain is intact from record 1 to 6\d\d\. (6\d\d) of the file's \1 records/);
    const { records } = JSON.parse(await printed('list', '--json'));
    const actions = records.map(({ action }: { action: string }) => action);
    expect(actions.slice(-5)).toEqual([
      ...Array(2).fill('audit export'),
      ...Array(2).fill('audit verify'),
      'audit list',
    ]);
  }, 60_000);

  test('verify compares after the retention period with an older export', async () => {
    const file = saved(await printed('export'));
    await world.clock.advance(366 * 86_400 - 40 * 86_400);
    await world.settled();
    const { anchor } = JSON.parse(await printed('verify', '--against', file, '--json'));
    expect(anchor.sequence).toBeGreaterThan(0);
    await world.clock.advance(41 * 86_400);
    await world.settled();
    const { code, stdout, stderr } = await audit(['verify', '--against', file]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`No record of ${file} could be compared, because all have expired.`);
  }, 60_000);

  test.each([['list'], ['list', '--json'], ['summary'], ['export']])(
    "%j prints no control character of a server's record",
    async (...words) => {
      const hostile = 'kim\u001b[2K\u001b[1A\u202e\r\n99';
      const fetch: typeof world.fetch = async (...request) => {
        const answer = await world.fetch(...request);
        const text = (await answer.text()).replaceAll(
          `"operator":"${operatorName}"`,
          `"operator":${JSON.stringify(hostile)}`,
        );
        const headers = new Headers(answer.headers);
        headers.delete('Content-Length');
        return new Response(text, { status: answer.status, headers });
      };
      const changed = await startProxy({ fetch }, { origin: world.service });
      const { code, stdout } = await audit(words, { url: changed.url });
      await changed.close();
      expect(code).toBe(0);
      expect(stdout).toContain('kim\\u001b[2K');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    },
  );

  test.each([
    [['list', '--since', '2026-02-30'], '--since needs a date in Korea, such as 2026-11-01.\n'],
    [['list', '--until', 'yesterday'], '--until needs a date in Korea, such as 2026-11-01.\n'],
    [['list', '--since', '2026-11-02', '--until', '2026-11-01'], '--since is later than --until.\n'],
    [['verify', '--against', 'nowhere.jsonl'], "nowhere.jsonl can't be read.\n"],
  ])('%j is rejected', async (words, message) => {
    expect(await audit(words)).toMatchObject({ code: 1, stderr: message });
  });

  test("verify rejects another server's export", async () => {
    const file = saved((await printed('export')).replaceAll(proxy.url, 'https://login.example.com'));
    const { stderr } = await audit(['verify', '--against', file]);
    expect(stderr).toBe(`${file} contains the records of https://login.example.com, not of ${proxy.url}.\n`);
  });
});

describe('plid-admin audit --gateway', () => {
  const gatewayWorld = useGatewayWorld();
  let gateway: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    gateway = await startProxy(gatewayWorld, { origin: gatewayWorld.gateway });
  });
  afterAll(() => gateway?.close());
  const options = () => ({ url: gateway.url, token: gatewaySecrets.ADMIN_TOKEN });

  test('reads the records of a gateway', async () => {
    await sendGatewayPeopleRequest(gatewayWorld, 'show', { plid: 'x', reason: 'ticket 9' });
    const { code, stdout } = await audit(['list', '--gateway'], options());
    expect([code, stdout]).toEqual([0, expect.stringContaining('ticket 9')]);
    expect((await audit(['verify', '--gateway'], options())).stdout).toContain('add --against <file>');
  });

  test('says which option is missing or wrong', async () => {
    expect((await audit(['list'], options())).stderr).toContain('That address is a gateway. Add: --gateway');
    expect((await audit(['list', '--gateway'])).stderr).toContain(
      'That address is a service. Remove --gateway.',
    );
  });
});
