import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signInAtTerminal } from '../../../packages/plid-kits/command/sign-in-at-terminal.ts';
import { sandboxTarget } from '../../../packages/plid-kits/conformance/sandbox-target.ts';
import { signInAtSandbox, signInByCommand } from '../../../packages/plid-kits/conformance/sign-in.ts';

afterEach(() => void vi.unstubAllGlobals());

const address = 'https://login.example.com/oauth2/authorize?response_type=code&client_id=c&state=a%26b';

describe('a sign-in', () => {
  test('of the sandbox sends the request’s parameters and the user, and returns the device’s cookies', async () => {
    const answer = vi.fn(async (_: URL, __: RequestInit) =>
      Response.json({ location: 'https://a/cb?code=1', device: 'd=1' }),
    );
    vi.stubGlobal('fetch', answer);
    const signIn = signInAtSandbox('http://localhost:9000', '01000000002');
    expect(signIn.automatic).toBe(true);
    expect(await signIn({ address, autoLogin: true })).toEqual({
      callback: 'https://a/cb?code=1',
      cookies: 'd=1',
    });
    await signIn({ address });
    const sent = answer.mock.calls.map(([url, { method, body }]) => [
      url.href,
      method,
      JSON.parse(String(body)),
    ]);
    const parameters = { client_id: 'c', state: 'a&b', phoneNo: '01000000002' };
    expect(sent).toEqual(
      [true, false].map((autoLogin) => [
        'http://localhost:9000/sandbox/sign-in',
        'POST',
        { ...parameters, autoLogin },
      ]),
    );
  });

  test('of the sandbox that is refused fails with the answer', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'invalid_request' }, { status: 400 }));
    await expect(signInAtSandbox('http://localhost:9000', '0')({ address })).rejects.toMatchObject({
      came: expect.stringContaining('status 400 {"error":"invalid_request"}'),
    });
  });

  test('of a command has the address as its last argument, and ends with the callback', async () => {
    const signIn = signInByCommand('f() { echo opening; echo "$X$1"; }; f', {
      env: { ...process.env, X: 'to:' },
    });
    expect(signIn.automatic).toBe(false);
    expect(await signIn({ address })).toEqual({ callback: `to:${address}` });
    await expect(signInByCommand('echo no browser >&2; false')({ address })).rejects.toMatchObject({
      came: expect.stringContaining('no browser'),
    });
  });

  test('at the terminal shows the address, and reads the callback', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const signIn = signInAtTerminal(input, output);
    expect(signIn.automatic).toBe(false);
    input.end(' https://a/cb?code=1 \n');
    expect(await signIn({ address })).toEqual({ callback: 'https://a/cb?code=1' });
    output.end();
    expect(await text(output)).toContain(`Sign in here, without automatic login:\n  ${address}\n`);
  });
});

describe('a sandbox as the service to test', () => {
  const applicationOf = (client_id: string, ...redirect_uris: string[]) => ({
    ...{ client_id, client_secret: `secret of ${client_id}`, name: client_id, redirect_uris },
  });
  const url = 'http://localhost:8787';
  const [first, second] = [
    applicationOf('first', 'https://a/cb', 'https://a/other'),
    applicationOf('second'),
  ];

  test('is its first application, with the second one as the other, and the relying party of every sandbox', () => {
    const party = applicationOf('demomembers000000003', 'https://b/cb');
    const { signIn, ...target } = sandboxTarget({ url, applications: [first, second, party] });
    expect(signIn?.automatic).toBe(true);
    expect(target).toEqual({
      ...{ url, clientId: 'first', clientSecret: 'secret of first', redirectUri: 'https://a/cb' },
      other: { clientId: 'second', clientSecret: 'secret of second' },
      relyingParty: {
        ...{ clientId: party.client_id, clientSecret: party.client_secret, redirectUri: 'https://b/cb' },
        postLogoutRedirectUri: 'http://localhost:3000/',
      },
    });
  });

  test('needs only one application, with a callback address', () => {
    expect(sandboxTarget({ url, applications: [first] })).toMatchObject({
      other: undefined,
      relyingParty: undefined,
    });
    for (const applications of [[], [second]])
      expect(() => sandboxTarget({ url, applications })).toThrow(TypeError);
  });
});
