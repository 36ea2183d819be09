import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wranglerDev } from '../../sandbox/test/support/wrangler-dev.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { freePort } from '../support/world/example-process.ts';
import { npmStart, untilFree } from '../support/world/npm-start.ts';
import { copyProject } from '../support/world/project-copy.ts';
import { startSandbox } from '../support/world/sandbox-world.ts';
import { listeningPorts, showsListeners } from './support/listening-ports.ts';

interface Running {
  port: number;
  stop(): Promise<void>;
}

interface Door {
  start(): Promise<Running>;
  /** Whether a setting can allow another host name, `app.internal`. */
  takesNames: boolean;
}

const { folder, remove } = copyProject();
afterAll(remove);

/** Each way to start the local environment. `plid sandbox` is `startSandbox` in a separate process. */
const doors: Record<string, Door> = {
  'npm start': {
    takesNames: false,
    async start() {
      const port = await freePort();
      const started = npmStart(['--port', String(port)], { folder });
      await started.running;
      return {
        port,
        async stop() {
          started.signal('SIGTERM');
          await started.exit;
          await untilFree(port);
        },
      };
    },
  },
  'npx wrangler dev': {
    takesNames: false,
    async start() {
      const port = await freePort();
      const { stop } = await wranglerDev(folder, port);
      return { port, stop };
    },
  },
  'startSandbox()': {
    takesNames: true,
    async start() {
      const sandbox = await startSandbox({ allowHosts: ['app.internal'] });
      return { port: Number(new URL(sandbox.url).port), stop: () => sandbox.stop() };
    },
  },
};

const person = '01000000001';
const admin = { Authorization: `Bearer ${publicSecrets.ADMIN_TOKEN}`, 'Content-Type': 'application/json' };

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** What may be read, with a part of the answer. */
const targets: [asked: Asked, part: string][] = [
  [{ path: '/sandbox/subscribers' }, person],
  [{ path: '/admin/applications', headers: admin }, '"applications"'],
];

/** A request that isn't a read. */
const show: Asked = {
  method: 'POST',
  path: '/admin/people/show',
  headers: admin,
  body: { phoneNo: person, reason: 'incident 12' },
};

/** The headers that a page of evil.example may set, if its name leads to this machine at a port. */
const attacks: Record<string, (port: number, path: string) => Record<string, string>> = {
  'its own name': () => ({}),
  'MF-Original-URL': (port, path) => ({ 'MF-Original-URL': `http://localhost:${port}${path}` }),
  'MF-Original-URL and a mode of fetch': (port, path) => ({
    'MF-Original-URL': `http://localhost:${port}${path}`,
    'MF-Sec-Fetch-Mode': 'navigate',
  }),
  'MF-Original-URL and another worker': (port, path) => ({
    'MF-Original-URL': `http://127.0.0.1:${port}${path}`,
    'MF-Route-Override': 'plid-local',
  }),
  'X-Forwarded-Host': (port) => ({ 'X-Forwarded-Host': `localhost:${port}`, 'X-Forwarded-Proto': 'http' }),
};

/** Sends a request over a new connection. @returns the response, or status 0 if there is none. */
async function ask(port: number, { method = 'GET', path, headers = {}, body }: Asked) {
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 5_000 });
  asked.once('timeout', () => asked.destroy());
  try {
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(asked, 'response');
    return { status: Number(answer.statusCode), body: await text(answer) };
  } catch {
    return { status: 0, body: '' };
  }
}

describe.each(Object.entries(doors))('DNS rebinding at %s', (_, { start, takesNames }) => {
  let port = 0;
  let ports: number[] = [];
  let running: Running | undefined;
  beforeAll(async () => {
    const before = showsListeners ? listeningPorts() : [];
    running = await start();
    port = running.port;
    const listeners = showsListeners ? listeningPorts() : [port];
    ports = listeners.filter((each) => !before.includes(each));
  }, 120_000);
  afterAll(() => running?.stop());

  test('this machine reads everything', async () => {
    const names = ['localhost', '127.0.0.1', ...(takesNames ? ['app.internal'] : [])];
    for (const [asked, part] of targets)
      for (const name of names) {
        const headers = { Host: `${name}:${port}`, 'Sec-Fetch-Site': 'same-origin', ...asked.headers };
        const { status, body } = await ask(port, { ...asked, headers });
        expect([status, body], `${name} ${asked.path}`).toEqual([200, expect.stringContaining(part)]);
      }
  });

  test('a page of another name reads nothing, at any port', async () => {
    expect(ports).toContain(port);
    const read: string[] = [];
    for (const each of ports)
      for (const [name, attack] of Object.entries(attacks))
        for (const [asked, part] of targets) {
          const headers = {
            Host: `evil.example:${each}`,
            ...asked.headers,
            ...attack(port, asked.path),
          };
          const { body } = await ask(each, { ...asked, headers });
          if (body.includes(part))
            read.push(`${name}: ${asked.path} at ${each === port ? 'its port' : 'another port'}`);
        }
    expect(read).toEqual([]);
  }, 120_000);

  test("a page of another origin sends nothing to the operator's API", async () => {
    const statusFrom = async (headers: Record<string, string>) => {
      const sent = { Host: `localhost:${port}`, ...show.headers, ...headers };
      return (await ask(port, { ...show, headers: sent })).status;
    };
    expect(await statusFrom({})).toBe(200);
    expect(await statusFrom({ Origin: `http://localhost:${port}` })).toBe(200);
    for (const origin of [`http://evil.example:${port}`, `http://127.0.0.1:${port}`, 'null'])
      expect(await statusFrom({ Origin: origin }), origin).toBe(400);
  });
});
