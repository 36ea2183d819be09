import type { BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from '../../../test/support/world/chromium.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { applications, publishedLocalSecrets } from '../../../test/support/world/test-settings.ts';
import { startWorld, type World } from '../../../test/support/world/world.ts';
import type { FolderOnDisk } from '../folder-on-disk.ts';
import { outputOf } from './page-project.ts';

/** The origin of the pages' application, as its client is registered. */
export const home = 'http://localhost:3000';
/** Limit for any step in the browser, in milliseconds. A framework compiles a page when it is first opened. */
const patience = 30_000;

/** The local login service, which all pages share. */
export async function startPageService() {
  const starting = Promise.withResolvers<World>();
  const proxy = await startProxy({ fetch: async (url, init) => (await starting.promise).fetch(url, init) });
  const address = `http://localhost:${proxy.port}`;
  const vars = { BASE_URL: address, SERVICE_URL: address, GATEWAY_ORIGIN: address };
  starting.resolve(
    startWorld({ local: true, overrides: { 'plid-local': { vars, secrets: publishedLocalSecrets } } }),
  );
  const world = await starting.promise;
  const send = (method: string, path: string, body: object) =>
    world.fetch(address + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...world,
    address,
    /** Signs a user in at the pages' client with automatic login. @returns the cookies of that browser. */
    async automaticLogin(phoneNo: string) {
      const { client_id } = applications.shop;
      const answer = await send('POST', '/sandbox/sign-in', { phoneNo, client_id, autoLogin: true });
      const { device } = (await answer.json()) as { device: string };
      return device.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/);
        return { name, value, url: address };
      });
    },
    /** Makes the service unavailable for the next exchange of a code. */
    async failNextTokenRequest(): Promise<void> {
      const fault = {
        endpoint: '/oauth2/token',
        kind: 'error',
        status: 503,
        error: 'server_error',
        count: 1,
      };
      await send('PUT', '/sandbox/faults', { faults: [fault] });
    },
    async close(): Promise<void> {
      await proxy.close();
      await world.close();
    },
  };
}

/** A page's project, and Chromium, which finds the project at {@link home}. */
export async function startPage(startProject: (port: number) => Promise<FolderOnDisk>) {
  const port = await freePort();
  const [project, chromium] = await Promise.all([
    startProject(port),
    startChromium({ [new URL(home).host]: `localhost:${port}` }),
  ]);
  return {
    logs: () => outputOf(project),
    /** Opens a tab in a browser without cookies. */
    async open(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await chromium.newContext(options);
      context.setDefaultTimeout(patience);
      return context.newPage();
    },
    async close(): Promise<void> {
      await chromium.close();
      project.remove();
    },
  };
}
