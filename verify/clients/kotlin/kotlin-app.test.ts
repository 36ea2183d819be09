import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BrowserSession, type Init } from '../../../test/support/fixtures/browser-session.ts';
import { people } from '../../../test/support/fixtures/sign-in.ts';
import { root } from '../../../test/support/world/bundles.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { useSandbox } from '../../../test/support/world/sandbox-world.ts';

const isHere = spawnSync('kotlinc', ['-version'], { stdio: 'ignore' }).status === 0;
const sandbox = useSandbox();
let program = '';

/** Starts the app. @returns the address that it opens, and a function that gives it the callback. */
async function startApp() {
  const child = spawn('java', ['-cp', program, 'DriverKt', sandbox.url]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const address = await nextLine();
  return { address, nextLine, giveCallback: (url: string) => child.stdin.write(`${url}\n`) };
}

const overHttp = {
  fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
};

describe.skipIf(!isHere)(
  `docs/clients/kotlin/PlidSignIn.kt${isHere ? '' : ' (skipped: apt-get install kotlin)'}`,
  () => {
    beforeAll(() => {
      program = path.join(mkdtempSync(path.join(testFolder(), 'kotlin-')), 'app.jar');
      const sources = ['docs/clients/kotlin/PlidSignIn.kt', 'verify/clients/kotlin/Driver.kt'];
      execFileSync('kotlinc', [...sources, '-include-runtime', '-d', program], { cwd: root, stdio: 'pipe' });
    }, 180_000);

    test('signs a user in, reads the user for 12 hours, and signs out', async () => {
      const app = await startApp();
      const browser = new BrowserSession(overHttp);
      const form = await browser.get(app.address);
      const caught = await browser.submit(await browser.submit(form, people.hana));
      app.giveCallback(caught.url.href);
      const foreign = await app.nextLine();
      const lifetime = Number(await app.nextLine());
      expect([foreign, lifetime]).toEqual(['true', 43_200]);
      expect(JSON.parse(await app.nextLine())).toMatchObject({ user: { name: people.hana.name } });
      expect(await app.nextLine()).toBe('null');
    });

    test('reports why a sign-in ended', async () => {
      const app = await startApp();
      const browser = new BrowserSession(overHttp);
      const caught = await browser.submit(await browser.get(app.address), people.geojeol);
      app.giveCallback(caught.url.href);
      expect([await app.nextLine(), await app.nextLine()]).toEqual(['true', 'denied']);
    });
  },
);
