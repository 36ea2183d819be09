import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registerApplication } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { openIdClients, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';
import { formatDuration } from '../../../tools/terminal/duration.ts';
import type { Register } from '../../privacy/register.ts';

/** Runs the command in a folder with these files. */
function run(words: string[], files: Record<string, string>, env = {}) {
  const cwd = mkdtempSync(path.join(testFolder(), 'privacy-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
  return plid(['privacy', 'register', ...words], { cwd, env });
}

const service = (settings = '') => ({
  'plid.deploy.toml': `name = "plid"\n[service]\nhost = "login.example.com"\nzone = "example.com"\n[service.settings]\n${settings}`,
});
const gateway = (settings = '') => ({
  'plid.deploy.toml': `name = "plid"\n[gateway]\nhost = "shop.example.com"\nzone = "example.com"\nwithout = ["guard", "verify"]\n[gateway.settings]\nSERVICE_URL = "https://login.example.com"\nCLIENT_ID = "demoshop000000000001"\n${settings}`,
});

async function register(words: string[], files: Record<string, string>): Promise<Register> {
  const { code, stdout, stderr } = await run([...words, '--json'], files);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('plid-admin privacy register service', () => {
  test('prints a Korean draft that marks what only the operator knows', async () => {
    const { code, stdout } = await run(['service'], service('LOCATION_HINT = "weur"'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# 개인정보 처리 현황표: 로그인 서비스\n/);
    expect(stdout).toContain('변호사가 확인한 뒤 사용하세요');
    expect(stdout).toContain('| 운영자 이름 | [작성 필요] |');
    expect(stdout).toContain('| 수탁자(국외) | Cloudflare, Inc. | LOCATION_HINT=weur |');
    expect(stdout).toContain('휴대폰으로 로그인한 때부터 14일');
    expect(stdout).toContain('애플리케이션을 읽지 않았습니다');
  });

  test("contains the operator, the carriers' addresses, and the location that the settings have", async () => {
    const settings = 'OPERATOR_NAME = "하나"\nPRIVACY_URL = "https://example.com/privacy"\n';
    const carriers = 'CARRIER_S = "https://skt.carrier.example"\nCARRIER_L = "https://lgu.carrier.example"\n';
    const { operator, parties, half } = await register(['service'], service(settings + carriers));
    expect([half, operator]).toEqual(['service', { name: '하나', privacy: 'https://example.com/privacy' }]);
    expect(parties.map(({ role, name, reference }) => [role, name, reference])).toEqual([
      ['carrier', 'SKT', 'https://skt.carrier.example'],
      ['carrier', 'LG U+', 'https://lgu.carrier.example'],
      ['processor', 'Cloudflare, Inc.', 'LOCATION_HINT=apac-ne'],
    ]);
  });

  test('names where logs are sent to', async () => {
    const [[file = '', text] = []] = Object.entries(service());
    const section = `
      [service.observability]
      logpush = true
      tail_consumers = ["siem"]
      [service.observability.logs]
      destinations = ["grafana"]
      [service.observability.traces]
      destinations = ["grafana", "honeycomb"]`;
    const { parties } = await register(['service'], { [file]: `${text}${section}` });
    const found = parties.filter(({ role }) => role === 'log export');
    expect(found.map(({ name }) => name)).toEqual(['grafana', 'honeycomb', 'Logpush', 'siem']);
  });

  test('in English has the same rows', async () => {
    const [korean, english] = await Promise.all(
      ['ko', 'en'].map((language) => register(['service', '--language', language], service())),
    );
    const placesOf = (each?: Register) => each?.stored.map(({ place, seconds }) => [place, seconds]);
    expect(placesOf(english)).toEqual(placesOf(korean));
    expect(JSON.stringify(english)).not.toMatch(/\p{Script=Hangul}/u);
  });

  test.each([
    ['of an unknown setting', service('NOTHING = "1"'), 'NOTHING is unknown'],
    ['of a secret in the file', service('KEYS = "k1:AAAA"'), 'Remove KEYS from this file'],
    ['of a missing half', gateway(), 'has no [service] section'],
  ])('fails because %s', async (_, files, says) => {
    const { code, stderr } = await run(['service'], files);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  test('with --applications fails without a token, and says where it is missing', async () => {
    const { code, stderr } = await run(['service', '--applications'], service());
    expect([code, stderr]).toEqual([1, expect.stringContaining('plid-service.secrets has no ADMIN_TOKEN')]);
  });
});

describe('with --applications', () => {
  const world = useWorld({ half: 'service' });

  test('lists each application with its recipient, attributes, purpose, and retention', async () => {
    const proxy = await startProxy(world, { origin: world.service });
    onTestFinished(() => proxy.close());
    const { client_id } = await registerApplication(world, {
      name: '서점 | 하나',
      attributes: ['name', 'ci'],
      recipient: '주식회사 하나',
      purpose: '회원 식별<br>',
      retention: '회원 탈퇴 시까지',
    });
    const files = {
      ...service(),
      'plid-service.secrets': `ADMIN_TOKEN="${serviceSecrets.ADMIN_TOKEN}"`,
    };
    const env = { PLID_TEST_HOST_AT: proxy.url };
    const { code, stdout, stderr } = await run(['service', '--applications'], files, env);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('애플리케이션을 읽지 않았습니다');
    expect(stdout).toMatch(
      new RegExp(
        // words-allow(a long sentence): a row of the table
        `^\\| 제공받는 자 \\| 서점 \\\\\\| 하나 \\(주식회사 하나\\) \\| ${client_id} \\| plid, (?:name, ci|ci, name) \\| 회원 식별&lt;br> \\| 회원 탈퇴 시까지 \\|$`,
        'm',
      ),
    );
    expect(stdout).not.toContain(serviceSecrets.ADMIN_TOKEN);
  });
});

describe('plid-admin privacy register gateway', () => {
  test('has the retention periods that the settings have', async () => {
    const settings = ['RETENTION_DAYS = 30', 'SESSION_LIFETIME = 7200', 'STALE_SESSION_LIFETIME = 0'];
    const changed = await register(['gateway'], gateway(settings.join('\n')));
    const usual = await register(['gateway'], gateway());
    const periodsAt = ({ stored }: Register, wanted: string) =>
      stored.filter(({ place }) => place === wanted).map(({ retention }) => retention);
    expect(periodsAt(usual, 'Durable Object User')).toEqual([
      '마지막 이용부터 365일',
      '마지막 이용부터 365일',
      '로그인부터 12시간',
      '최대 10분',
      '로그인부터 36시간',
    ]);
    expect(periodsAt(changed, 'Durable Object User')).toEqual([
      '마지막 이용부터 30일',
      '마지막 이용부터 30일',
      '로그인부터 2시간',
      '최대 10분',
      '로그인부터 26시간',
    ]);
    expect([usual, changed].map((each) => periodsAt(each, 'KV SESSIONS'))).toEqual([
      ['최대 1시간'],
      ['최대 15분'],
    ]);
  });

  test('names the service as the source, the attributes for pages, and the relying parties', async () => {
    const { parties: found } = await register(
      ['gateway', '--language', 'en'],
      gateway(`SESSION_ATTRIBUTES = "name"\nOPENID_CLIENTS = '''${openIdClients}'''`),
    );
    expect(found.map(({ role, name, data }) => [role, name, data]).slice(0, 2)).toEqual([
      ['service', 'https://login.example.com', expect.stringContaining('source of the data')],
      ['page', 'shop.example.com', 'plid, name'],
    ]);
    const parties = found.filter(({ role }) => role === 'relying party');
    expect(parties.map(({ name, data }) => [name, data])).toEqual([
      ['books', 'openid, profile, phone, email'],
      ['papers', 'openid, profile'],
    ]);
  });

  test('rejects --applications', async () => {
    const { code, stderr } = await run(['gateway', '--applications'], gateway());
    expect([code, stderr]).toEqual([1, expect.stringContaining('A gateway has no applications.')]);
  });
});

test.each([
  [1_209_600, '14일', '14 days'],
  [86_400, '1일', '1 day'],
  [7_200, '2시간', '2 hours'],
  [90, '90초', '90 seconds'],
  [0, '0초', '0 seconds'],
])('%i seconds are %s and %s', (seconds, korean, english) => {
  expect([formatDuration(seconds, 'ko'), formatDuration(seconds, 'en')]).toEqual([korean, english]);
});
