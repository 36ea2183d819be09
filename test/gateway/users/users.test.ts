import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { keyRingSetting } from '../../../workers/core/worker/key-settings.ts';
import { mergeIdentity } from '../../../workers/gateway/users/merge-identity.ts';
import { logLines } from '../../support/assertions/log-lines.ts';
import { encrypt, person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { kinds, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';
import { gatewayKeys, gatewaySecrets } from '../../support/world/test-settings.ts';

const empty = { gender: '', foreign: '', telcoCd: '', agegroup: '' };
const automatic = { autoLoginYn: 'Y', autoStatusCheck: 'N' };
const encryptedFields = ['ci', 'phoneNo', 'name', 'birthday', 'birthdate'];
const allAs = (value: unknown) => Object.fromEntries(encryptedFields.map((name) => [name, value]));

/** The records without attributes (§2.1 mode 2). */
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

/** What the tests of a world need. */
function openWorld(lagging: boolean) {
  // The session shows every stored attribute.
  const world = useGatewayWorld({ lagging, vars: { SESSION_ATTRIBUTES: attributes.join(',') } });
  beforeEach(() => world.standIn.reset());

  /** A user that no other test uses, so that tests don't see each other's users. */
  const someone = (): typeof person => {
    const plid = crypto.randomUUID();
    return { ...person, plid, ci: `ci-of-${plid}` };
  };
  async function signIn(user: Partial<typeof person>, changes: Record<string, unknown> = {}) {
    world.standIn.answer({ user: () => userAnswer(user, changes) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    return visitor;
  }
  /** The log's lines about numbers that another person has now. */
  const changes = () => logLines(world).filter((line) => line['events.number_changed_hands'] === 1);
  const userOf = async (visitor: Visitor) => (await visitor.session())?.user;
  return { world, someone, signIn, changes, userOf };
}

describe('the stored users', () => {
  const { world, someone, signIn, changes, userOf } = openWorld(false);

  test.each(variants)(
    "keep the first sign-in's data after an automatic login with $empty",
    async ({ fields }) => {
      const user = someone();
      await signIn(user);
      const again = await signIn({ plid: user.plid }, { ...(await fields()), ...automatic });
      expect(await userOf(again)).toEqual({ ...user, ...automatic });
      await world.settle();
      expect(await userOf(again)).toEqual({ ...user, ...automatic });
    },
  );

  test('have only the plid after an automatic login without earlier data', async () => {
    const visitor = await signIn({ plid: 'unknown-so-far' }, { ...automatic, ...empty });
    expect(await userOf(visitor)).toEqual({ plid: 'unknown-so-far', ...automatic });
  });

  test('have the data of the latest full sign-in, and lose nothing else', async () => {
    const user = someone();
    await signIn(user);
    const again = await signIn({ plid: user.plid, phoneNo: '01077770001', telcoCd: 'K' });
    expect(await userOf(again)).toMatchObject({ ...user, phoneNo: '01077770001', telcoCd: 'K' });
  });

  test('with two numbers of one person have separate records and sessions', async () => {
    const home = someone();
    const work = { ...home, plid: crypto.randomUUID(), phoneNo: '01077770002' };
    const [atHome, atWork] = [await signIn(home), await signIn(work)];
    await world.clock.advance(1_000);
    expect(await userOf(atHome)).toMatchObject(home);
    expect(await userOf(atWork)).toMatchObject(work);
    const automatically = await signIn({ plid: home.plid }, { ...empty, ...automatic });
    expect(await userOf(automatically)).toEqual({ ...home, ...automatic });
  });

  test('without ci are never considered two owners, or one person', async () => {
    const { ci: _, ...first } = someone();
    const { ci: __, ...second } = someone();
    const [one, other] = [await signIn(first), await signIn({ ...second, name: '다른이' })];
    expect(await userOf(one)).toMatchObject({ plid: first.plid, name: first.name });
    expect(await userOf(other)).toMatchObject({ plid: second.plid, name: '다른이' });
    await signIn({ ...first, phoneNo: '01077770003' });
    expect(await one.session()).toBeDefined();
  });

  test('keep the owner after a sign-in without ci, so that the next one is noticed', async () => {
    const { ci, ...withoutCi } = someone();
    const former = await signIn({ ...withoutCi, ci });
    await signIn({ ...withoutCi, phoneNo: '01077770005' });
    expect(await former.session()).toBeDefined();
    const { length } = changes();
    const next = await signIn({ plid: withoutCi.plid, ci: 'the-ci-of-somebody-else', name: '나중온' });
    // The operator learns of it too.
    await expect.poll(() => changes().length).toBe(length + 1);
    await world.settle();
    expect(await former.session()).toBeUndefined();
    expect(await userOf(next)).not.toHaveProperty('phoneNo');
  });

  describe('after a rotation of KEYS', () => {
    const newer = `newer:${Buffer.from('0123456789abcdef'.repeat(2)).fill(7, 0, 8).toString('base64')}`;
    const rotated = v.parse(keyRingSetting, `${newer},${gatewaySecrets.KEYS}`);
    const dropped = v.parse(keyRingSetting, newer);
    const told = { ci: 'the-ci', name: '한가람', phoneNo: '01077770004' };
    const store = async () => {
      const { change } = await mergeIdentity(gatewayKeys, undefined, told);
      return { identity: change.identity ?? '', owner: change.owner, revision: 1 };
    };

    test('recognize the owner under the older key, and are stored under the newer one', async () => {
      const { identity, change } = await mergeIdentity(rotated, await store(), { ci: 'the-ci' });
      expect(identity).toEqual(told);
      expect(change).toMatchObject({ ownerChanged: false, owner: expect.stringMatching(/^newer:/) });
      const next = { identity: change.identity ?? '', owner: change.owner, revision: 2 };
      expect(await mergeIdentity(dropped, next, {})).toMatchObject({
        identity: told,
        change: { identity: undefined },
      });
    });

    test('are re-encrypted by an automatic login', async () => {
      const { identity, change } = await mergeIdentity(rotated, await store(), {});
      expect(identity).toEqual(told);
      expect(change.identity).toBeDefined();
    });

    test('notice another owner under the older key', async () => {
      const { identity, change } = await mergeIdentity(rotated, await store(), {
        ci: 'another',
        name: '나중온',
      });
      expect(identity).toEqual({ ci: 'another', name: '나중온' });
      expect(change.ownerChanged).toBe(true);
    });

    test("can't be read after the older key is removed, but stay signed in", async () => {
      const { identity, change } = await mergeIdentity(dropped, await store(), { ci: 'the-ci' });
      expect(identity).toEqual({ ci: 'the-ci' });
      expect(change.ownerChanged).toBe(false);
    });
  });

  describe('POST /auth/disconnect', () => {
    test('redirects a form', async () => {
      const visitor = await signIn(someone());
      const answer = await visitor.post('/auth/disconnect', { return_to: '/bye' }, { Accept: 'text/html' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('Location')).toBe(`${world.gateway}/bye`);
    });

    test('rejects a form that redirects to another host', async () => {
      const visitor = await signIn(someone());
      const evil = { return_to: '//evil.example' };
      expect((await visitor.post('/auth/disconnect', evil, { Accept: 'text/html' })).status).toBe(400);
      expect(world.standIn.received.map(({ path }) => path)).not.toContain('/v1/user/disconnect');
      expect(await visitor.session()).toBeDefined();
    });

    test('deletes a user who is already disconnected at the service', async () => {
      const user = someone();
      const visitor = await signIn(user);
      world.standIn.answer({
        disconnect: {
          status: 400,
          body: { error: 'invalid_request', message: 'The value of plid is not valid.' },
        },
      });
      expect((await visitor.post('/auth/disconnect')).status).toBe(200);
      expect(await world.userRow(user.plid)).toBeUndefined();
    });

    test.each([
      {
        what: 'says no',
        status: 502,
        disconnect: { status: 401, body: { error: 'invalid_client', message: '' } },
      },
      {
        what: 'answers another code',
        status: 400,
        disconnect: { body: { code: '1', error: 'x', message: '' } },
      },
      {
        what: 'rejects it for another reason',
        status: 400,
        disconnect: { status: 400, body: { error: 'invalid_grant', message: '' } },
      },
      {
        what: 'does not find the address',
        status: 400,
        disconnect: { status: 404, body: { error: 'invalid_request', message: '' } },
      },
      { what: 'answers nonsense', status: 502, disconnect: { body: 'sorry' } },
    ])('deletes nothing if the service $what', async ({ status, disconnect }) => {
      const user = someone();
      const visitor = await signIn(user);
      world.standIn.answer({ disconnect });
      expect((await visitor.post('/auth/disconnect')).status).toBe(status);
      expect(await world.userRow(user.plid)).toBeDefined();
      expect(await visitor.session()).toBeDefined();
    });

    test('shows users the reason on a page', async () => {
      const visitor = await signIn(someone());
      world.standIn.answer({ disconnect: { body: 'sorry' } });
      const answer = await visitor.post('/auth/disconnect', {}, { Accept: 'text/html' });
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain('You are still connected');
    });

    test("offers sign-in to a user who isn't signed in", async () => {
      const answer = await new Visitor(world).post('/auth/disconnect', {}, { Accept: 'text/html' });
      const page = await answer.text();
      expect(answer.status).toBe(401);
      expect(page).toContain('You are still connected');
      expect(page).toContain('<a class="button" href="/auth/login">Sign in again</a>');
    });

    test('rejects GET, another origin, and a missing or ended session', async () => {
      const user = someone();
      const visitor = await signIn(user);
      expect((await visitor.fetch(`${world.gateway}/auth/disconnect`)).status).toBe(405);
      const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await visitor.post('/auth/disconnect', {}, evil)).status).toBe(400);
      expect((await new Visitor(world).post('/auth/disconnect')).status).toBe(401);
      await world.settle();
      const Authorization = `Bearer ${visitor.secret}`;
      await visitor.post('/auth/logout');
      expect((await new Visitor(world).post('/auth/disconnect', {}, { Authorization })).status).toBe(401);
      expect(world.standIn.received.map(({ path }) => path)).not.toContain('/v1/user/disconnect');
      expect(await world.userRow(user.plid)).toBeDefined();
    });

    test("isn't undone by a sign-in in progress", async () => {
      const user = someone();
      const here = await signIn(user);
      const elsewhere = new Visitor(world);
      const { callback } = await elsewhere.start();
      const reads = () => world.standIn.received.filter(({ path }) => path === '/v1/user/me').length;
      const before = reads();
      const disconnected = Promise.withResolvers<void>();
      const pause = disconnected.promise;
      world.standIn.answer({ user: async () => ({ ...(await userAnswer(user)), pause }) });
      const overtaken = elsewhere.get(callback, { Accept: 'application/json' });
      await vi.waitFor(() => expect(reads()).toBe(before + 1), { timeout: 10_000 });
      expect((await here.post('/auth/disconnect')).status).toBe(200);
      disconnected.resolve();
      const { status, text } = await overtaken;
      expect([status, JSON.parse(text).reason]).toEqual([400, 'signed_out']);
      expect(await world.userRow(user.plid)).toBeUndefined();
      expect(await world.sessionRows(user.plid)).toEqual([]);
      expect(await userOf(await signIn(user))).toMatchObject(user);
    });
  });
});

/** Tests that read a session whose copy in KV belongs to an earlier owner, or to a deleted user. */
describe.each(kinds)('the stored users, on $kv', ({ lagging }) => {
  const { world, someone, signIn, userOf } = openWorld(lagging);

  test("with a plid of another owner aren't mixed, and the former owner's sessions end", async () => {
    const former = someone();
    const [phone, laptop] = [await signIn(former), await signIn(former)];
    await world.clock.advance(1);
    const next = { plid: former.plid, ci: 'the-ci-of-somebody-else', name: '나중온' };
    const owner = await signIn(next);
    expect(await userOf(owner)).toEqual({ ...next, autoLoginYn: 'N', autoStatusCheck: 'N' });
    await world.settle();
    expect(await phone.session()).toBeUndefined();
    expect(await laptop.session()).toBeUndefined();
    expect(await world.sessionRows(former.plid)).toHaveLength(1);
    const again = await signIn({ plid: former.plid }, { ...empty, ...automatic });
    expect(await userOf(again)).toEqual({ ...next, ...automatic });
  });

  test('are deleted with their sessions by POST /auth/disconnect, which calls the service with its credentials', async () => {
    const user = someone();
    const phone = await signIn(user);
    const laptop = await signIn(user);
    const answer = await laptop.post('/auth/disconnect');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ disconnected: true, ended: 2 });
    const call = world.standIn.received.find(({ path }) => path === '/v1/user/disconnect');
    expect(call).toMatchObject({ method: 'POST', form: { plid: user.plid } });
    expect(call?.headers.authorization).toMatch(/^Basic /);
    expect(await world.userRow(user.plid)).toBeUndefined();
    expect(await world.sessionRows(user.plid)).toEqual([]);
    expect(laptop.secret).toBeUndefined();
    await world.settle();
    expect(await phone.session()).toBeUndefined();
  });
});
