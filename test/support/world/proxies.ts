import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './example-process.ts';
import { root } from './test-workers.ts';

/** The addresses that take the place of those in docs/examples/forward-auth. */
interface Places {
  gateway: string;
  /** Host and port. */
  application: string;
  key: string;
}

interface Proxy {
  /** Debian's package of it. */
  install: string;
  /** The command that tells its version. */
  version: string[];
  files: string[];
  /** The configuration around that of the example, and the command that runs it. @param own the example's, with its addresses. */
  run(
    folder: string,
    port: number,
    own: (file: string) => string,
  ): { files: Record<string, string>; command: string[] };
}

const example = path.join(root, 'docs/examples/forward-auth');
const isRoot = process.getuid?.() === 0;
const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'lua'];

/** The servers of the examples, by name, as Debian has them. */
export const proxies: Record<string, Proxy> = {
  nginx: {
    install: 'nginx-light',
    version: ['nginx', '-v'],
    files: ['nginx.conf'],
    run: (folder, port, own) => ({
      files: {
        'main.conf': `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
          http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
          ${own('nginx.conf').replace('listen 80;', `listen 127.0.0.1:${port};`)} }`,
      },
      command: ['nginx', '-e', 'stderr', '-p', folder, '-c', `${folder}/main.conf`],
    }),
  },
  Caddy: {
    install: 'caddy',
    version: ['caddy', 'version'],
    files: ['Caddyfile'],
    run: (folder, port, own) => ({
      files: {
        Caddyfile: `{\n\tadmin off\n}\n${own('Caddyfile').replace('http://shop.example.com {', `http://127.0.0.1:${port} {`)}`,
      },
      command: ['caddy', 'run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
    }),
  },
  HAProxy: {
    install: 'haproxy',
    version: ['haproxy', '-v'],
    files: ['haproxy.cfg', 'plid-verify.lua'],
    run: (folder, port, own) => ({
      files: {
        'haproxy.cfg': own('haproxy.cfg')
          .replace('bind :80', `bind 127.0.0.1:${port}`)
          .replace('lua-load ', `lua-load ${folder}/`),
        'plid-verify.lua': own('plid-verify.lua'),
      },
      command: ['haproxy', '-db', '-f', `${folder}/haproxy.cfg`],
    }),
  },
  Apache: {
    install: 'apache2 lua-socket',
    version: ['apache2', '-v'],
    files: ['apache.conf', 'plid-verify-apache.lua'],
    run: (folder, port, own) => ({
      files: {
        'main.conf': `${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
          ${isRoot ? 'User www-data\nGroup www-data' : ''}
          ServerName 127.0.0.1\nDefaultRuntimeDir ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\nListen 127.0.0.1:${port}
          ${own('apache.conf').replace('*:80', `127.0.0.1:${port}`).replace('/etc/apache2', folder)}`,
        'plid-verify-apache.lua': own('plid-verify-apache.lua'),
      },
      command: ['apache2', '-DFOREGROUND', '-f', `${folder}/main.conf`],
    }),
  },
};

export const isThere = ({ version: [program = '', ...words] }: Proxy): boolean =>
  spawnSync(program, words).status === 0;

/** Runs a proxy as docs/examples/forward-auth configures it, but for its addresses and key. @returns its address, once it answers. */
export async function startProxy({ run }: Proxy, { gateway, application, key }: Places) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-proxy-'));
  chmodSync(folder, 0o755);
  const own = (file: string) =>
    readFileSync(path.join(example, file), 'utf8')
      .replaceAll('https://shop.example.com', gateway)
      .replaceAll('127.0.0.1:3000', application)
      .replaceAll('the IDENTITY_KEY of the gateway', key);
  const port = await freePort();
  const { files, command } = run(folder, port, own);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const [program = '', ...words] = command;
  let said = '';
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text;
    });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (
      await fetch(url, { redirect: 'manual' }).then(
        () => true,
        () => false,
      )
    )
      return { url, stop };
    if (child.exitCode === null && Date.now() < until) continue;
    const log = path.join(folder, 'error.log');
    if (existsSync(log)) said += readFileSync(log, 'utf8');
    await stop();
    throw new Error(`${program} does not answer:\n${said}`);
  }
}
