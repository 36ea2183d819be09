import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { codeBlocksOf } from '../../support/assertions/code-blocks.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { root } from '../../support/world/bundles.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { origins } from '../../support/world/test-settings.ts';
import { purged, sendEvent, signedEvent } from '../support/event-requests.ts';
import { publishEventKeys } from '../support/logout-world.ts';
import { originOf, ProjectVisitor, useProjects } from '../support/single-worker-world.ts';

const page = codeBlocksOf('docs/client/users.md').filter(({ heading }) => heading === 'In your own Worker');
const codeOf = (wanted: string) => page.find(({ language }) => language === wanted)?.text ?? '';

/** What the page assumes: an application in the same project. It runs the statement that it gets. */
const application = `
  const app = { fetch: async (request, env) => Response.json((await env.DB.prepare(await request.text()).all()).results) };
`;

async function bundled(): Promise<string> {
  const folder = mkdtempSync(path.join(testFolder(), 'leaving-'));
  const file = path.join(folder, 'index.js');
  writeFileSync(file, application + codeOf('js'));
  const outfile = path.join(folder, 'out/index.js');
  const alias = { 'plid/gateway': path.join(root, 'workers/gateway/single-worker/create-gateway.ts') };
  await esbuild.build({ ...workerBundle, alias, entryPoints: [file], outfile, logLevel: 'silent' });
  return outfile;
}

describe('the Worker of docs/client/users.md', async () => {
  const world = useProjects({
    customers: { bundle: await bundled(), database: 'DB', vars: { EVENT_ISSUER: origins.service } },
  });
  const gateway = originOf('customers');
  const query = async (statement: string): Promise<Record<string, string>[]> => {
    const answer = await world.fetch(gateway, { method: 'POST', body: statement });
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  beforeAll(async () => {
    for (const statement of codeOf('sql').split('\n')) await query(statement);
  });

  async function add(plid: string, at: Date): Promise<void> {
    await query(`INSERT OR REPLACE INTO customers VALUES ('${plid}', '박대기', '${at.toISOString()}')`);
    await query(`INSERT INTO addresses VALUES ('${plid}', '서울', '${at.toISOString()}')`);
  }
  const rowsOf = async (plid: string) =>
    (
      await query(
        `SELECT plid FROM customers WHERE plid = '${plid}' UNION ALL SELECT plid FROM addresses WHERE plid = '${plid}'`,
      )
    ).length;
  async function signedIn() {
    const plid = crypto.randomUUID();
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
    const visitor = new ProjectVisitor(world, 'customers');
    await visitor.signIn();
    await add(plid, new Date());
    return { plid, visitor };
  }
  const leave = (visitor: ProjectVisitor) =>
    visitor.fetch(`${gateway}/auth/disconnect`, { method: 'POST', headers: { Origin: gateway }, body: '' });

  test('deletes a user who disconnects, and no one else', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect([await rowsOf(one.plid), await rowsOf(other.plid)]).toEqual([2, 2]);
    expect((await leave(one.visitor)).status).toBe(200);
    expect([await rowsOf(one.plid), await rowsOf(other.plid)]).toEqual([0, 2]);
  });

  test('deletes a user whose account is deleted, and again if the event is repeated', async () => {
    await publishEventKeys();
    const { plid } = await signedIn();
    const token = await signedEvent(plid, await world.clock.now(), { claims: { events: { [purged]: {} } } });
    const send = () => sendEvent({ gateway, fetch: world.fetch }, token);
    expect([(await send()).status, (await send()).status, await rowsOf(plid)]).toEqual([202, 202, 0]);
  });

  test('keeps what a user stores after a new sign-in, if the deletion failed at first', async () => {
    const { plid, visitor } = await signedIn();
    await query('ALTER TABLE addresses RENAME TO moved');
    expect((await leave(visitor)).status).toBe(503);
    await query('ALTER TABLE moved RENAME TO addresses');
    expect(await rowsOf(plid)).toBe(2);
    await add(plid, new Date(Date.now() + 1_000));
    // The first repetition follows after 10 seconds.
    await expect.poll(() => rowsOf(plid), { timeout: 30_000, interval: 500 }).toBe(2);
    expect(await query(`SELECT count(*) AS count FROM addresses WHERE plid = '${plid}'`)).toEqual([
      { count: 1 },
    ]);
  });
});
