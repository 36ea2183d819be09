import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Io } from '../../../packages/plid/command/io.ts';
import { UsageError } from '../../../packages/plid/command/usage-error.ts';
import { carrierTokens } from '../../../packages/plid/sandbox/carrier-tokens.ts';
import { SandboxError } from '../../../packages/plid/sandbox/sandbox-error.ts';
import { readCarrierOptions } from '../../../packages/plid-kits/command/carrier-options.ts';

const sent = vi.fn(async (_: string, __: RequestInit) => Response.json({}));
beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => void vi.unstubAllGlobals());

const url = 'https://plid.carrier.example/api';
const [hana, duri] = ['김하나,01000000001,S', '이두리,01000000002,L'];
const readHana = { name: '김하나', phoneNo: '01000000001', telcoCd: 'S' };
const readDuri = { name: '이두리', phoneNo: '01000000002', telcoCd: 'L' };
const env = { PLID_CARRIER_TOKEN: 'the-token' };

/** @param isTTY whether a user sits at the terminal. */
const ioWith = (given: NodeJS.ProcessEnv, isTTY = false) =>
  ({
    env: given,
    cwd: '/',
    stdin: Object.assign(new PassThrough(), { isTTY }),
    stderr: new PassThrough(),
  }) as unknown as Io;
const read = (given: object, environment: NodeJS.ProcessEnv = env, isTTY = false) =>
  readCarrierOptions(given, ioWith(environment, isTTY));

describe('the options of plid-kits carrier', () => {
  test('are the address, the token, and the customer, without a phone or callbacks', async () => {
    expect(await read({ url, customer: hana })).toEqual({
      ...{ url, token: 'the-token', customer: readHana },
      ...{ phone: undefined, callsToken: undefined, callsBack: undefined },
    });
    expect(sent).not.toHaveBeenCalled();
  });

  test.each(['unregistered', 'mvno', 'foreigner'])('name the test subscriber --%s', async (who) => {
    const { phone: _, ...options } = await read({ url, customer: hana, [who]: duri });
    expect(options).toMatchObject({ customer: readHana, [who]: readDuri });
    const others = ['unregistered', 'mvno', 'foreigner'].filter((other) => other !== who);
    for (const other of others) expect(options).not.toHaveProperty(other);
  });

  test('have the name of a user with its commas, and without white space around it', async () => {
    const { customer } = await read({ url, customer: ' Smith,  John ,01000000003,K' });
    expect(customer).toEqual({ name: 'Smith,  John', phoneNo: '01000000003', telcoCd: 'K' });
  });

  test('may have a token of the callbacks', async () => {
    const both = { ...env, PLID_CARRIER_CALLS_TOKEN: 'calls' };
    expect(await read({ url, customer: hana }, both)).toMatchObject({ callsToken: 'calls' });
    expect(
      (await read({ url, customer: hana }, { ...env, PLID_CARRIER_CALLS_TOKEN: '' })).callsToken,
    ).toBeUndefined();
  });

  test.each([
    [{ phone: 'true' }, false, true],
    [{ phone: 'true', sandbox: true }, false, true],
    [{ sandbox: true }, false, true],
    [{}, true, true],
    [{}, false, false],
  ])('%j at a terminal (%j) have a phone: %j', async (given, isTTY, hasPhone) => {
    const { phone } = await read({ url, customer: hana, ...given }, env, isTTY);
    expect(phone !== undefined).toBe(hasPhone);
  });

  test('listen for callbacks at a port', async () => {
    const { callsBack } = await read({ url, customer: hana, listen: '0' });
    expect(callsBack?.url).toMatch(/^http:\/\/localhost:\d+\/carrier\/answered$/);
    const port = new URL(callsBack?.url ?? '').port;
    const used = read({ url, customer: hana, listen: port });
    await expect(used).rejects.toThrow(
      `The port ${port} cannot be used (EADDRINUSE). Choose another port for --listen.`,
    );
    await expect(used).rejects.toBeInstanceOf(SandboxError);
    callsBack?.close();
  });

  test.each<[object, NodeJS.ProcessEnv, string]>([
    [{ url: 'carrier.example', customer: hana }, env, '--url needs an address'],
    [{ customer: hana }, env, 'Set --url and --customer'],
    [{ url }, env, 'Set --url and --customer'],
    [{ url, customer: hana }, {}, 'Set --url and --customer'],
    [{ url, customer: hana }, { PLID_CARRIER_TOKEN: '' }, 'Set --url and --customer'],
    ...[
      '김하나',
      '김하나,01000000001',
      ',01000000001,S',
      '김하나,0100000000,S',
      '김하나,01000000001,X',
      '김하나,01000000001,s',
    ].map((who): [object, NodeJS.ProcessEnv, string] => [
      { url, customer: who },
      env,
      `--customer needs name,number,carrier, such as 김하나,01000000001,S, not: ${who}`,
    ]),
    [{ url, customer: hana, mvno: 'x' }, env, '--mvno needs name,number,carrier'],
    ...['-1', 'x', '123456', ''].map((listen): [object, NodeJS.ProcessEnv, string] => [
      { url, customer: hana, listen },
      env,
      `--listen needs a port number, not: ${listen}`,
    ]),
  ])('%j with %j is refused', async (given, environment, message) => {
    const reading = read(given, environment);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(UsageError);
  });
});

describe('plid-kits carrier --sandbox', () => {
  test('adds four users of SKT to the sandbox of this machine, and uses its public token', async () => {
    const options = await read({ sandbox: true }, {});
    expect(options).toMatchObject({
      ...{ url: 'http://localhost:8787/sandbox/carrier', token: carrierTokens.S },
      customer: { name: '한시험', phoneNo: '01099990001', telcoCd: 'S' },
      unregistered: { name: '도시험', phoneNo: '01099990002', telcoCd: 'S' },
      foreigner: { name: 'SMITH JOHN PAUL', phoneNo: '01099990003', telcoCd: 'S' },
      mvno: { name: '알시험', phoneNo: '01099990004', telcoCd: 'S' },
    });
    const added = sent.mock.calls
      .filter(([, init]) => init.method === 'POST')
      .map(([address, init]) => [address, init.method, JSON.parse(String(init.body))]);
    const usual = { gender: 'F', birthdate: '900101', foreign: 'L', telcoCd: 'S' };
    expect(added).toEqual(
      [
        { name: '한시험', phoneNo: '01099990001', behaviour: 'waits' },
        { name: '도시험', phoneNo: '01099990002', behaviour: 'unregistered' },
        { name: 'SMITH JOHN PAUL', phoneNo: '01099990003', behaviour: 'waits', foreign: 'F' },
        { name: '알시험', phoneNo: '01099990004', behaviour: 'waits', mvno: 'Y' },
      ].map((person) => ['http://localhost:8787/sandbox/subscribers', 'POST', { ...usual, ...person }]),
    );
  });

  test('uses the given address, customer, and token instead of its own', async () => {
    const given = { sandbox: true, url: 'http://localhost:9000/sandbox/carrier', customer: duri };
    expect(await read(given)).toMatchObject({
      url: given.url,
      token: 'the-token',
      customer: readDuri,
      mvno: { telcoCd: 'S' },
    });
    expect(new Set(sent.mock.calls.map(([address]) => new URL(address).origin))).toEqual(
      new Set(['http://localhost:9000']),
    );
    const ofKt = await read({ sandbox: true, customer: '박세나,01000000005,K' }, {});
    expect(ofKt.token).toBe(carrierTokens.K);
  });
});
