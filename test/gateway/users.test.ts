import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/keys.ts';
import { rememberUser } from '../../workers/gateway/users.ts';
import { type GatewayWorld, kinds, startGatewayWorld, Visitor } from '../support/gateway-world.ts';
import { encrypt, person, userAnswer } from '../support/service-stand-in.ts';
import { gatewaySecrets } from '../support/settings.ts';

const empty = { gender: '', foreign: '', telcoCd: '', agegroup: '' };
const automatic = { autoLoginYn: 'Y', autoStatusCheck: 'N' };
const encryptedFields = ['ci', 'phoneNo', 'name', 'birthday', 'birthdate'];
const allAs = (value: unknown) => Object.fromEntries(encryptedFields.map((name) => [name, value]));

/** The ways in which a record may be empty (§2.1 mode 2). */
const variants = [
  { empty: 'encryptions of ""', fields: async () => ({ ...empty, ...allAs(await encrypt('')) }) },
  { empty: '"" in every field', fields: async () => ({ ...empty, ...allAs('') }) },
  {
    empty: 'encryptions of "", agegroup among them',
    fields: async () => ({ ...empty, ...allAs(await encrypt('')), agegroup: await encrypt('') }),
  },
  {
    empty: 'null in every field',
    fields: async () => ({ ...allAs(null), gender: null, foreign: null, telcoCd: null, agegroup: null }),
  },
  { empty: 'no field at all', fields: async () => ({}) },
];

describe.each(kinds)('the users of the application, on $kv', ({ lagging }) => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await startGatewayWorld({ lagging });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.standIn.reset();
    await world.database.exec('DELETE FROM users');
  });

  const rows = async () => (await world.database.prepare('SELECT * FROM users').all()).results;
  async function signIn(user: Partial<typeof person>, changes: Record<string, unknown> = {}) {
    world.standIn.answer({ user: () => userAnswer(user, changes) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    return visitor;
  }
  const userOf = async (visitor: Visitor) => (await visitor.session())?.user;

  test.each(variants)(
    'an automatic login with $empty keeps what the first login told',
    async ({ fields }) => {
      await signIn(person);
      const again = await signIn({ plid: person.plid }, { ...(await fields()), ...automatic });
      expect(await userOf(again)).toEqual({ ...person, ...automatic });
      await world.settle();
      expect(await userOf(again)).toEqual({ ...person, ...automatic });
    },
  );

  test('an automatic login of somebody of whom nothing was ever told knows the plid alone', async () => {
    const visitor = await signIn({ plid: 'unknown-so-far' }, { ...automatic, ...empty });
    expect(await userOf(visitor)).toEqual({ plid: 'unknown-so-far', ...automatic });
  });

  test('a later full login tells the latest, and forgets nothing else', async () => {
    await signIn(person);
    const again = await signIn({ plid: person.plid, phoneNo: '01077770001', telcoCd: 'K' });
    expect(await userOf(again)).toMatchObject({ ...person, phoneNo: '01077770001', telcoCd: 'K' });
    expect(await rows()).toHaveLength(1);
  });

  test('the same person under a new plid: the row moves, and the sessions of the old plid end', async () => {
    const before = await signIn(person);
    const [{ first_login } = {}] = await rows();
    await world.clock.advance(100);
    const after = await signIn({ plid: 'registered-again', ci: person.ci, phoneNo: '01077770002' });
    expect(await userOf(after)).toMatchObject({
      plid: 'registered-again',
      name: person.name,
      phoneNo: '01077770002',
    });
    expect(await rows()).toEqual([expect.objectContaining({ plid: 'registered-again', first_login })]);
    await world.settle();
    expect(await before.session()).toBeUndefined();
    expect(await after.session()).toBeDefined();
  });

  test('different people stay different', async () => {
    const first = await signIn(person);
    await signIn({ ...person, plid: 'another', ci: 'another-ci', phoneNo: '01077770003' });
    expect(await rows()).toHaveLength(2);
    expect(await userOf(first)).toMatchObject({ phoneNo: person.phoneNo });
  });

  test('people are found by ci under an older key too, and kept under the current one', async () => {
    await signIn(person);
    const [id = '', base64 = ''] = gatewaySecrets.KEYS.split(':');
    const older = new Uint8Array(Buffer.from(base64, 'base64'));
    const KEYS = keyRing(
      new Map([
        ['newer', new Uint8Array(32)],
        [id, older],
      ]),
    );
    const { identity, moved, statements } = await rememberUser(
      { DATABASE: world.database, KEYS },
      'registered-again',
      { ci: person.ci },
      1_000_000_000,
    );
    expect(identity).toMatchObject({ name: person.name, phoneNo: person.phoneNo });
    expect(moved).toEqual([person.plid]);
    const [{ ci_index } = {}] = await rows();
    for (const statement of statements) await statement.run();
    const [{ ci_index: current, plid } = {}] = await rows();
    expect(plid).toBe('registered-again');
    expect(current).not.toBe(ci_index);
  });

  describe('disconnect', () => {
    test('asks the service with its credentials, then nothing is left: no row, no session', async () => {
      const phone = await signIn(person);
      const laptop = await signIn(person);
      const answer = await laptop.post('/auth/disconnect');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ disconnected: true, ended: 2 });
      const call = world.standIn.received.find(({ path }) => path === '/v1/user/disconnect');
      expect(call).toMatchObject({ method: 'POST', form: { plid: person.plid } });
      expect(call?.headers.authorization).toMatch(/^Basic /);
      expect(await rows()).toEqual([]);
      expect(laptop.secret).toBeUndefined();
      await world.settle();
      expect(await phone.session()).toBeUndefined();
    });

    test('a form is led back', async () => {
      const visitor = await signIn(person);
      const answer = await visitor.post('/auth/disconnect', { return_to: '/bye' }, { Accept: 'text/html' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('Location')).toBe(`${world.gateway}/bye`);
    });

    test('who is disconnected at the service already is forgotten here all the same', async () => {
      const visitor = await signIn(person);
      world.standIn.answer({
        disconnect: {
          status: 400,
          body: { error: 'invalid_request', message: 'The value of plid is not valid.' },
        },
      });
      expect((await visitor.post('/auth/disconnect')).status).toBe(200);
      expect(await rows()).toEqual([]);
    });

    test.each([
      {
        what: 'says no',
        status: 400,
        disconnect: { status: 401, body: { error: 'invalid_client', message: '' } },
      },
      {
        what: 'answers another code',
        status: 400,
        disconnect: { body: { code: '1', error: 'x', message: '' } },
      },
      { what: 'answers nonsense', status: 502, disconnect: { body: 'sorry' } },
      { what: 'does not answer', status: 503, disconnect: { hang: true } },
    ])('where the service $what, nothing is forgotten', async ({ status, disconnect }) => {
      const visitor = await signIn(person);
      world.standIn.answer({ disconnect });
      expect((await visitor.post('/auth/disconnect')).status).toBe(status);
      expect(await rows()).toHaveLength(1);
      expect(await visitor.session()).toBeDefined();
    });

    test('a person is told why on a page', async () => {
      const visitor = await signIn(person);
      world.standIn.answer({ disconnect: { body: 'sorry' } });
      const answer = await visitor.post('/auth/disconnect', {}, { Accept: 'text/html' });
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain('You are still connected');
    });

    test('by GET, from another origin, without a session or with one that was logged out: refused', async () => {
      const visitor = await signIn(person);
      expect((await visitor.fetch(`${world.gateway}/auth/disconnect`)).status).toBe(405);
      const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await visitor.post('/auth/disconnect', {}, evil)).status).toBe(400);
      expect((await new Visitor(world).post('/auth/disconnect')).status).toBe(401);
      await world.settle();
      const Authorization = `Bearer ${visitor.secret}`;
      await visitor.post('/auth/logout');
      expect((await new Visitor(world).post('/auth/disconnect', {}, { Authorization })).status).toBe(401);
      expect(world.standIn.received.map(({ path }) => path)).not.toContain('/v1/user/disconnect');
      expect(await rows()).toHaveLength(1);
    });
  });
});
