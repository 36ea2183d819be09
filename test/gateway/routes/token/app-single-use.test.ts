import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { App } from '../../../support/fixtures/native-app.ts';
import { useGatewayWorld } from '../../../support/world/gateway-world.ts';

const world = useGatewayWorld({ vars: { SERVICE_TIMEOUT: '1' } });
beforeEach(() => world.standIn.reset());

/** An app that has come back from the service with a code. */
async function comeBack(code: string = crypto.randomUUID()) {
  const app = new App(world);
  const { state } = await app.start();
  const sent = { code, state, code_verifier: app.verifier };
  return {
    code,
    session: (other = code) => app.post('/auth/session', { ...sent, code: other }),
    token: (other = code) => app.token({ ...sent, code: other }),
  };
}
const tokenOf = (code: string): Answer => ({
  body: { access_token: `token-of-${code}`, token_type: 'bearer', automatic_login: 'N' },
});
const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).sort();
const reasonOf = async (answer: Response) => ((await answer.json()) as { reason?: string }).reason;

describe("the claim of an app's flow, in memory until the service has accepted the code", () => {
  test('allows one exchange of sixteen simultaneous ones, with the same outcome', async () => {
    const { code, session, token } = await comeBack();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, call) => (call % 2 === 0 ? session() : token())),
    );
    expect(world.standIn.exchanges(code)).toBe(1);
    const tokens = answers.filter((_, call) => call % 2 === 1).filter(({ status }) => status === 200);
    const sessions = answers.filter((_, call) => call % 2 === 0).filter(({ status }) => status === 200);
    expect([tokens.length, sessions.length].sort()).toEqual(tokens.length === 1 ? [0, 1] : [0, 8]);
  });

  test('is stored with the success, so that a new object knows the outcome', async () => {
    for (const end of ['session', 'token'] as const) {
      const flow = await comeBack();
      expect((await flow[end]()).status).toBe(200);
      await world.withoutObjects(() => flow[end]());
      expect((await flow[end]()).status).toBe(end === 'session' ? 200 : 400);
      expect(await reasonOf(await flow[end]('another code'))).toBe('flow_used');
      expect(world.standIn.exchanges(flow.code)).toBe(1);
    }
  });

  test.each([
    { what: 'no answer', answer: { hang: true } },
    { what: 'half an answer', answer: { body: { access_token: 'x'.repeat(100) }, cut: true } },
    { what: 'nonsense', answer: { body: '<html></html>' } },
  ])('is stored if the code may be used: $what', async ({ answer }) => {
    const { code, session } = await comeBack();
    world.standIn.answer({ token: answer });
    const failed = await reasonOf(await session());
    world.standIn.reset();
    await world.withoutObjects(session);
    expect(await reasonOf(await session())).toBe(failed);
    expect(world.standIn.exchanges(code)).toBe(0);
  });

  test.each(['session', 'token'] as const)(
    'is lost with the object: of two exchanges one ends in a %s, even if the service accepts a code twice',
    async (end) => {
      const { code, ...flow } = await comeBack();
      const later = Promise.withResolvers<void>();
      let exchanges = 0;
      world.standIn.answer({
        token: ({ form }) => {
          exchanges += 1;
          return { ...tokenOf(form.code ?? ''), ...(exchanges === 1 && { pause: later.promise }) };
        },
      });
      const first = flow[end]();
      await expect.poll(() => exchanges).toBe(1);
      expect((await world.withoutObjects(() => flow[end]())).status).toBe(503);
      const second = await flow[end]();
      later.resolve();
      expect(statusesOf([second, await first])).toEqual([200, 400]);
      expect([second.status, exchanges]).toEqual([200, 2]);
      expect(await reasonOf(await first)).toBe('flow_used');
      if (end === 'session') expect((await flow.session()).status).toBe(200);
    },
  );

  test("isn't lost by a code rejected after a reset: the other sign-in continues", async () => {
    const { code, session } = await comeBack();
    const [first, second, read] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
    const answers: Answer[] = [
      { ...tokenOf(code), pause: first.promise },
      { status: 500, body: { error: 'server_error', message: 'used' }, pause: second.promise },
    ];
    let exchanges = 0;
    world.standIn.answer({
      token: () => {
        exchanges += 1;
        return answers[exchanges - 1] ?? {};
      },
      user: async () => ({ ...(await userAnswer()), pause: read.promise }),
    });
    const going = session();
    await expect.poll(() => exchanges).toBe(1);
    await world.withoutObjects(session);
    const refused = session();
    await expect.poll(() => exchanges).toBe(2);
    first.resolve(undefined);
    await expect.poll(() => world.standIn.received.some(({ path }) => path === '/v1/user/me')).toBe(true);
    second.resolve(undefined);
    expect(await reasonOf(await refused)).toBe('upstream_refused');
    read.resolve(undefined);
    expect((await going).status).toBe(200);
    expect((await session()).status).toBe(200);
  });
});
