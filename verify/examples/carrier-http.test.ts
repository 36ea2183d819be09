import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CarrierCall, carrierSchemas } from '../../packages/plid-kits/carrier/index.ts';
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { readDocument } from '../../test/support/assertions/markdown.ts';
import { failuresOf } from '../../test/support/fixtures/conformance.ts';
import { kitsCommand } from '../../test/support/world/command.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import {
  hasJdk,
  type JavaCarrier,
  startJavaCarrier,
  withoutJdk,
} from '../../test/support/world/java-carrier.ts';
import { root } from '../../test/support/world/test-workers.ts';

const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
const contract = parse(readFileSync(path.join(root, 'docs/carrier.openapi.yaml'), 'utf8'));
const exampleOf = (call: CarrierCall) =>
  contract.paths[`/${call}`].post.requestBody.content['application/json'].example as Record<string, unknown>;
let ids = 0;
const question = (changed: object = {}) => {
  ids += 1;
  const person = { name: '한자바', phoneNo: '01070000001', telcoCd: 'S' };
  return { ...exampleOf('confirm'), ...person, id: `question-${ids}`, ...changed };
};

describe.skipIf(!hasJdk)(`docs/examples/carrier-http (${withoutJdk})`, () => {
  let carrier: JavaCarrier;
  /** The address at which the kit replaces the service. */
  let listening: number;
  const callsToken = 'own-token-of-the-carrier-0123456789abcdef';
  beforeAll(async () => {
    listening = await freePort();
    const PLID_SERVICE = `http://localhost:${listening}`;
    carrier = await startJavaCarrier({ PLID_SERVICE, PLID_SERVICE_TOKEN: callsToken });
  });
  afterAll(() => carrier?.stop());

  const send = (call: string, body: unknown, token = carrier.token) =>
    fetch(`${carrier.address}/${call}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  /** The response to a call, held against the contract. */
  async function ask(call: CarrierCall, body: object): Promise<Record<string, unknown>> {
    const response = await send(call, body);
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    expect(
      [response.status, ajv.validate(carrierSchemas[call].answer, answer)],
      JSON.stringify(answer),
    ).toEqual([200, true]);
    return answer;
  }
  async function request(changed?: object): Promise<string> {
    const { requestId } = await ask('confirm', question(changed));
    return String(requestId);
  }
  const outcomeOf = (requestId: string) => ask('outcome', { requestId });

  test("responds to the contract's examples by its schemas, and with 404 to start and notify", async () => {
    expect(await ask('confirm', exampleOf('confirm'))).toEqual({ status: 'unconfirmed' });
    expect(await ask('outcome', exampleOf('outcome'))).toEqual({ status: 'expired' });
    expect(await ask('cancel', exampleOf('cancel'))).toEqual({ status: 'done' });
    for (const call of ['start', 'notify'] as const)
      expect((await send(call, exampleOf(call))).status).toBe(404);
  });

  test('confirms a name only with its number, network, and brand', async () => {
    expect(await ask('confirm', question())).toMatchObject({ status: 'requested' });
    for (const wrong of [{ name: '김하나' }, { phoneNo: '01070000009' }, { telcoCd: 'K' }, { mvno: true }])
      expect(await ask('confirm', question(wrong))).toEqual({ status: 'unconfirmed' });
    const mvno = { name: '서알뜰', phoneNo: '01070000002', mvno: true };
    expect(await ask('confirm', question(mvno))).toMatchObject({ status: 'requested' });
    const noApp = { name: '노어플', phoneNo: '01070000003' };
    expect(await ask('confirm', question(noApp))).toMatchObject({ status: 'unregistered' });
  });

  test('approves only with the right number, once, and returns to the sign-in', async () => {
    const requestId = await request();
    expect(await outcomeOf(requestId)).toEqual({ status: 'pending' });
    expect(await carrier.answer(requestId, '42')).toBe(exampleOf('confirm').returnTo);
    await carrier.answer(requestId, 'deny');
    const approved = await outcomeOf(requestId);
    expect(approved).toMatchObject({
      status: 'approved',
      identity: { name: '한자바', phoneNo: '01070000001' },
    });
    expect(await outcomeOf(requestId)).toEqual(approved);
  });

  test('distinguishes a denial from a wrong number', async () => {
    const [denied, wrong] = [await request(), await request()];
    await carrier.answer(denied, 'deny');
    await carrier.answer(wrong, '41');
    expect(await outcomeOf(denied)).toEqual({ status: 'denied', why: 'person' });
    expect(await outcomeOf(wrong)).toEqual({ status: 'denied', why: 'wrong_number' });
  });

  test('prompts a phone once for a repeated request, even a simultaneous one', async () => {
    const same = question();
    const answers = await Promise.all([ask('confirm', same), ask('confirm', same)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await ask('confirm', same)).toEqual(answers[0]);
  });

  test('ends a request by expiresIn, regardless of expires', async () => {
    const requestId = await request({ expires: 1, expiresIn: 1 });
    expect(await outcomeOf(requestId)).toEqual({ status: 'pending' });
    await expect.poll(() => outcomeOf(requestId)).toEqual({ status: 'expired' });
    await carrier.answer(requestId, '42');
    expect(await outcomeOf(requestId)).toEqual({ status: 'expired' });
  });

  test('ignores an answer to a cancelled request', async () => {
    const requestId = await request();
    await ask('cancel', { requestId });
    await carrier.answer(requestId, '42');
    expect(await outcomeOf(requestId)).toEqual({ status: 'cancelled' });
  });

  test('shows each request on the phone page with HTML escaped, and ignores a cross-site answer', async () => {
    const requestId = await request({ application: '<b>Shop</b>' });
    const page = await (await fetch(`${carrier.address}/phone/${requestId}`)).text();
    expect(page).toContain('&lt;b>Shop&lt;/b> (shop.example.com)');
    expect(page).toContain('Chrome, Windows');
    expect(page.match(/value=\d\d/g)).toHaveLength(3);
    expect(page).not.toContain('connections');
    const other = { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' }, body: 'answer=42' };
    await fetch(`${carrier.address}/phone/${requestId}`, { ...other, redirect: 'manual' });
    expect(await outcomeOf(requestId)).toEqual({ status: 'pending' });
  });

  test('shows five numbers after a mismatch, and that a tap opens the account page', async () => {
    const context = { ...(exampleOf('confirm').context as object), account: true };
    const requestId = await request({ choices: 5, context });
    const page = await (await fetch(`${carrier.address}/phone/${requestId}`)).text();
    expect(page.match(/value=\d\d/g)).toHaveLength(5);
    expect(page).toContain('It opens your own page of connections.');
  });

  test('rejects another token (401) and invalid bodies (400) without prompting the phone', async () => {
    const before = await (await fetch(`${carrier.address}/phone`)).text();
    expect((await send('confirm', question(), `${carrier.token}x`)).status).toBe(401);
    expect((await fetch(`${carrier.address}/confirm`, { method: 'POST' })).status).toBe(401);
    for (const body of ['{', '[]', '{"a":1}x', '['.repeat(9_000), ' '.repeat(40_000)])
      expect([body.slice(0, 9), (await send('confirm', body)).status]).toEqual([body.slice(0, 9), 400]);
    for (const wrong of [
      { match: 42 },
      { mvno: 'N' },
      { expiresIn: 0 },
      { phoneNo: '010-7000-0001' },
      { id: '' },
      { choices: 2 },
    ])
      expect((await send('confirm', question(wrong))).status).toBe(400);
    expect(await (await fetch(`${carrier.address}/phone`)).text()).toBe(before);
  });

  test('passes the carrier test suite with the command of docs/carriers/README.md', async () => {
    const [, words = ''] =
      /npx plid-admin (carrier .*?phone\.sh)/s.exec(readDocument('docs/carriers/README.md')) ?? [];
    const told = words.replace('http://localhost:8090', carrier.address).split(/[\s\\]+/);
    const { code, stdout, stderr } = await kitsCommand(
      [...told, '--listen', String(listening), '--strict', '--json'],
      {
        cwd: root,
        env: {
          PLID_CARRIER_TOKEN: carrier.token,
          PLID_CARRIER_CALLS_TOKEN: callsToken,
          PORT: new URL(carrier.address).port,
        },
      },
    );
    const report: { passed: number } = JSON.parse(stdout);
    expect(failuresOf(JSON.parse(stdout))).toEqual([]);
    expect(report.passed).toBeGreaterThan(35);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('starts with the lines of docs/carriers/README.md, which are those of the example', () => {
    const [started = ''] = codeBlocksOf('docs/examples/carrier-http/README.md').flatMap(
      ({ language, text }) => (language === 'sh' ? [text] : []),
    );
    const [block] = codeBlocksOf('docs/carriers/README.md').filter(({ text }) => text.includes('javac'));
    expect(block?.text).toContain(started);
  });

  test('responds to the commands of the documents, whose bodies match the contract', async () => {
    const lines = codeBlocksOf('docs/carriers/contract.md').filter(({ language }) => language === 'sh');
    expect(lines.map(({ heading }) => heading).sort()).toEqual(Object.keys(carrierSchemas).sort());
    const answered: unknown[] = [];
    for (const { heading, text } of lines) {
      const REQUEST = String((answered[0] as { requestId?: string } | undefined)?.requestId);
      const env = { ...process.env, CARRIER: carrier.address, TOKEN: carrier.token, REQUEST };
      const { stdout } = await promisify(execFile)('bash', ['-c', text], { env });
      answered.push(JSON.parse(stdout));
      const [, body] = /-d '(.*)'$/s.exec(text) ?? [];
      const { question } = carrierSchemas[heading as CarrierCall];
      if (body !== undefined)
        expect([heading, ajv.validate(question, JSON.parse(body))]).toEqual([heading, true]);
    }
    const [confirmed, ...others] = answered;
    expect(confirmed).toMatchObject({ status: 'requested' });
    expect(others).toEqual([{ status: 'pending' }, { status: 'done' }, {}, {}]);
  });

  test("logs each call with the sign-in's name, without user data", () => {
    expect(
      carrier.lines().some((line) => line.endsWith(`confirm ${exampleOf('confirm').signIn} requested`)),
    ).toBe(true);
    expect(carrier.lines().filter((line) => /한자바|(?<![\w.])0107|(?<![\w-])42$|token/.test(line))).toEqual(
      [],
    );
  });
});
