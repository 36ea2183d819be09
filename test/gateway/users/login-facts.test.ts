import { beforeEach, describe, expect, test } from 'vitest';
import { linesWith } from '../../support/assertions/log-lines.ts';
import { person } from '../../support/fakes/service-stand-in.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { sendGatewayPeopleRequest } from '../../support/requests/operator-requests.ts';
import { useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';

const world = useGatewayWorld();
beforeEach(() => world.standIn.reset());

const facts = { auth_time: 1_790_000_000, amr: ['mca', 'pin'], risk: 'typed_digits' };
const token = { access_token: 'a.good-token', token_type: 'bearer', expires_in: 600 };

/** The service says this of each login from now on. */
const says = (members: Record<string, unknown>) =>
  world.standIn.answer({ token: { body: { ...token, ...members } } });

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(world);
  await visitor.signIn();
  return visitor;
}

describe("the service's sign-in facts", () => {
  test('are in the session next to the user, not in the user record', async () => {
    says(facts);
    const session = await (await signedIn()).session();
    expect(session?.login).toEqual(facts);
    for (const name of Object.keys(facts)) expect(session?.user).not.toHaveProperty(name);
  });

  test('are in the session from KV and from the object', async () => {
    says(facts);
    const visitor = await signedIn();
    expect((await visitor.session())?.login).toEqual(facts);
    await world.clock.advance(3_600);
    expect((await visitor.session())?.login).toEqual(facts);
  });

  test("are shown to operators with the user's other data", async () => {
    says(facts);
    await signedIn();
    const asked = await sendGatewayPeopleRequest(world, 'show', { plid: person.plid });
    const shown = JSON.parse(await asked.text());
    expect(shown.users[0].sessions.at(0)).toMatchObject({ login: facts });
  });

  test('are returned to an app with its session', async () => {
    says(facts);
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.post('/auth/session', { code: 'c', state, code_verifier: app.verifier });
    expect(await answer.json()).toMatchObject({ login: facts });
  });

  test('are missing if the service sends none', async () => {
    const session = await (await signedIn()).session();
    expect(session).toBeDefined();
    expect(session).not.toHaveProperty('login');
  });

  test.each([
    ['auth_time', 'yesterday'],
    ['auth_time', -1],
    ['amr', 'pin'],
    ['amr', ['<b>']],
    ['amr', []],
    ['risk', { level: 1 }],
    ['risk', 'x'.repeat(65)],
  ])('are dropped and logged if they are invalid: %s %j', async (name, value) => {
    says({ ...facts, [name]: value });
    const session = await (await signedIn()).session();
    const { [name as keyof typeof facts]: _, ...others } = facts;
    expect(session?.login).toEqual(others);
    const lines = await linesWith(world, { operation: 'reading a token answer', left_out: name });
    expect(JSON.stringify(lines)).not.toContain('yesterday');
  });
});
