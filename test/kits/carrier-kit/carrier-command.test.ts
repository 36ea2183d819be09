import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { phoneAtTerminal } from '../../../packages/plid-kits/carrier-kit/index.ts';
import type { PhoneAction } from '../../../packages/plid-kits/carrier-kit/phone.ts';
import { kitsCommand } from '../../support/world/command.ts';
import { startProxy } from '../../support/world/http-proxy.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { closedAfterTest } from '../../support/world/use-world.ts';
import { serveCarrier } from '../support/carrier-kit.ts';
import { callsToken, customer, RightCarrier, token, unregistered } from '../support/right-carrier.ts';

const run = (words: string[], env: Record<string, string | undefined> = { PLID_CARRIER_TOKEN: token }) =>
  kitsCommand(['carrier', ...words], { env });
const who = ({ name, phoneNo, telcoCd }: typeof customer | typeof unregistered) =>
  `${name},${phoneNo},${telcoCd}`;
const given = (url: string) => ['--url', url, '--customer', who(customer)];

/** A command that answers on the phones of a carrier, as one of the carrier's own would. */
async function phoneCommand(carrier: RightCarrier): Promise<string> {
  const phone = carrier.phone();
  const fetches = {
    async fetch(address: string | URL) {
      const [, action = '', requestId = '', digits = ''] = new URL(address).pathname.split('/');
      if (action === 'count') return new Response(String(await phone.count()));
      await phone.act(action as PhoneAction, requestId, digits);
      return new Response('done');
    },
  };
  const { url } = closedAfterTest({ ...(await startProxy(fetches)), logs: () => '' });
  const program = path.join(mkdtempSync(path.join(testFolder(), 'phone-')), 'phone.sh');
  writeFileSync(program, `IFS=/\necho 'the phone says'\ncurl -s "${url}/$*"\n`);
  return `sh '${program}'`;
}

describe('plid-kits carrier', () => {
  test("tests a carrier with a command's responses, and exits with 0", async () => {
    const carrier = new RightCarrier();
    const url = await serveCarrier(carrier);
    const words = [
      ...given(url),
      '--unregistered',
      who(unregistered),
      '--phone',
      await phoneCommand(carrier),
    ];
    const { code, stdout, stderr } = await run([...words, '--only', 'confirm', '--only', 'cancel']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^confirm: a prompt on the phone: 9 passed, 2 skipped$/m);
    expect(stdout).toContain('needs an MVNO customer (use --mvno)');
    expect(stdout).toMatch(/^14 passed, 0 failed, 2 skipped$/m);
  });

  test("receives the carrier's call back, with the token from the environment", async () => {
    const carrier = new RightCarrier();
    carrier.callsAt = 'http://localhost:18790/carrier/answered';
    const words = [...given(await serveCarrier(carrier)), '--phone', await phoneCommand(carrier)];
    const listening = [...words, '--listen', '18790', '--only', 'answered', '--strict'];
    const env = { PLID_CARRIER_TOKEN: token, PLID_CARRIER_CALLS_TOKEN: callsToken };
    expect(await run(listening, env)).toMatchObject({ code: 0, stderr: '' });
    const wrong = await run(listening, { ...env, PLID_CARRIER_CALLS_TOKEN: 'another-token' });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).not.toContain(callsToken);
  });

  test('skips and names cases that need a phone if there is none; --strict fails', async () => {
    const words = [...given(await serveCarrier(new RightCarrier())), '--only', 'outcome'];
    const { code, stdout } = await run([...words, '--json']);
    const report = JSON.parse(stdout);
    expect([code, report.failed]).toEqual([0, 0]);
    expect(report.results).toContainEqual({
      section: 'outcome',
      statement: 'typing the digits approves the request',
      outcome: 'skipped',
      reason: 'needs someone to approve requests on the phone (use --sandbox, --phone, or a terminal)',
    });
    const strict = await run([...words, '--strict']);
    expect([strict.code, strict.stderr]).toEqual([
      1,
      '10 of 13 cases were skipped, which --strict does not allow.\n',
    ]);
  });

  test('prints no token and no user data, whatever the carrier returns', async () => {
    const Talking = class extends RightCarrier {
      override async fetch(...asked: Parameters<RightCarrier['fetch']>) {
        const answer = (await (await super.fetch(...asked)).json().catch(() => ({}))) as object;
        const told = { ...answer, message: `${customer.name} ${token}`, sent: String(asked[1]?.body) };
        return Response.json(told, { status: 201 });
      }
    };
    const carrier = new Talking();
    const words = [...given(await serveCarrier(carrier)), '--phone', await phoneCommand(carrier)];
    const { code, stdout } = await run([...words, '--only', 'confirm', '--json']);
    expect(code).toBe(1);
    expect(stdout).toContain('status 201');
    for (const value of [customer.name, customer.phoneNo, token]) expect(stdout).not.toContain(value);
  });

  test('fails if every case was skipped', async () => {
    const words = [...given(await serveCarrier(new RightCarrier())), '--only', 'answered'];
    const { code, stderr } = await run(words);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nothing was tested: every case was skipped\. /);
  });

  test('skips optional calls of a first-edition carrier, also with --strict', async () => {
    const First = class extends RightCarrier {
      override answer(call: string, body: string) {
        return ['confirm', 'outcome'].includes(call) ? super.answer(call, body) : 501;
      }
      override requested({ requestId }: Parameters<RightCarrier['requested']>[0]) {
        return { status: 'requested', requestId };
      }
    };
    const carrier = new First();
    const words = [...given(await serveCarrier(carrier)), '--phone', await phoneCommand(carrier), '--strict'];
    const sections = ['confirm', 'again', 'cancel', 'start', 'notify'].flatMap((name) => ['--only', name]);
    const people = ['--unregistered', who(unregistered), '--mvno', who(customer)];
    const { code, stdout } = await run([...words, ...sections, ...people]);
    expect(stdout).toContain('cancel is optional and not offered');
    expect([stdout.includes('✗'), code]).toEqual([false, 0]);
  });

  test('reports additional fields of a response; --strict fails', async () => {
    const Later = class extends RightCarrier {
      override requested(held: Parameters<RightCarrier['requested']>[0]) {
        return { ...super.requested(held), colour: 'red' };
      }
    };
    const words = [...given(await serveCarrier(new Later())), '--only', 'again'];
    const lenient = await run(words);
    expect(lenient.stdout).toContain('also contains colour, which is allowed');
    const strict = await run([...words, '--phone', await phoneCommand(new Later()), '--strict']);
    expect([lenient.code, strict.code]).toEqual([0, 1]);
  });

  test.each([
    [[], 'Set --url and --customer, and set PLID_CARRIER_TOKEN in the environment.'],
    [['--url', 'http://localhost:1'], 'Set --url and --customer, and set PLID_CARRIER_TOKEN'],
    [['--token', 'x'], "Unknown option '--token'. See: plid-kits carrier --help"],
    [['--only', 'confirmm'], '--only confirmm has no cases. Valid values: credentials, confirm, '],
    [['--url', 'localhost'], '--url needs an address such as https://plid.carrier.example, not: localhost'],
    [['--customer', '김하나'], '--customer needs name,number,carrier, such as 김하나,01000000001,S'],
    [['--mvno', 'a,b,01000000001,X'], '--mvno needs name,number,carrier'],
    [
      [...given('http://localhost:1'), '--networks', 'K,X'],
      "--networks needs S, K, or L, with commas, including the customer's S, not: K,X",
    ],
    [[...given('http://localhost:1'), '--matching', 'x'], '--matching needs choose, type, none, not: x'],
    [[...given('http://localhost:1'), '--listen', 'x'], '--listen needs a port number, not: x'],
    [given('http://localhost:1'), 'No response from the carrier at http://localhost:1 ('],
  ])('rejects %j with one line that says what to do', async (words, message) => {
    const { code, stdout, stderr } = await run(words);
    expect([stdout, stderr.trim().split('\n').length]).toEqual(['', 1]);
    expect(stderr).toContain(message);
    expect(code, 'wrong use ends with 2').toBe(/No response/.test(message) ? 1 : 2);
  });

  test('distinguishes a closed connection from an unreachable carrier', async () => {
    const server = createServer(({ socket }) => void socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run(given(`http://127.0.0.1:${port}`));
    expect([code, stderr]).toEqual([1, expect.stringContaining('closed the connection without a response')]);
  });

  test('reports a rejected token before any case', async () => {
    const url = await serveCarrier(new RightCarrier());
    const { code, stdout, stderr } = await run(given(url), { PLID_CARRIER_TOKEN: 'wrong' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('rejected PLID_CARRIER_TOKEN: it responded with 401');
    const elsewhere = await run(given(`${url}/elsewhere`));
    expect(elsewhere.stderr).toContain("confirm and outcome don't exist below this address");
  });

  test('prints its help', async () => {
    expect((await run(['--help'])).stdout).toContain('--phone <command>');
  });
});

test('a developer at a terminal reads what to do on the phone', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const phone = phoneAtTerminal(input, output);
  const acted = phone.act('wrong', 'r-1', '42');
  input.write('\n');
  await acted;
  expect(String(output.read())).toContain('On the phone, tap a number other than 42. Request ID: r-1.');
  const counted = phone.count();
  input.write('2\n');
  expect(await counted).toBe(2);
});
