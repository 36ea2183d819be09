import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../test/support/world/example-process.ts';
import { root } from '../../test/support/world/test-workers.ts';

/** The values that replace the placeholders of docs/examples/forward-auth. */
interface Places {
  /** With https and a host name. */
  gateway: string;
  /** Host and port. */
  application: string;
  /** The key of the proxy. */
  key: string;
  /** The certificate authority that the proxy trusts, in PEM. */
  authority: string;
  /** The port of the DNS server of HAProxy, on loopback. */
  names: number;
}

export interface ProxyExample {
  /** Debian's package of it. */
  install: string;
  /** A command that succeeds if it is installed. */
  version: string[];
  /** The configuration around that of the example, and the command that runs it. @param own the example's, with its addresses. */
  run(
    folder: string,
    port: number,
    own: (file: string) => string,
    places: Pick<Places, 'names'>,
  ): { files: Record<string, string>; command: string[] };
}

const example = path.join(root, 'docs/examples/forward-auth');
const isRoot = process.getuid?.() === 0;
const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'lua'];

/** The servers of the examples, by name, as Debian has them. */
export const proxies: Record<string, ProxyExample> = {
  nginx: {
    install: 'nginx-light',
    version: ['nginx', '-v'],
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
    run: (folder, port, own, { names }) => ({
      files: {
        'haproxy.cfg': `${own('haproxy.cfg')
          .replace('bind :80', `bind 127.0.0.1:${port}`)
          .replace('lua-load ', `lua-load ${folder}/`)}
resolvers default
    nameserver test 127.0.0.1:${names}
`,
        'plid-verify.lua': own('plid-verify.lua'),
      },
      command: ['haproxy', '-db', '-f', `${folder}/haproxy.cfg`],
    }),
  },
  Apache: {
    install: 'apache2 lua-http',
    version: ['sh', '-c', 'apache2 -v && test -e /usr/share/lua/5.3/http/request.lua'],
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

export const isThere = ({ version: [program = '', ...words] }: ProxyExample): boolean =>
  spawnSync(program, words).status === 0;

/** Runs a proxy as docs/examples/forward-auth configures it, except for its addresses, key, and authority. @returns its address, once it answers. */
export async function startProxy(
  { run }: ProxyExample,
  { gateway, application, key, authority, names }: Places,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-proxy-'));
  chmodSync(folder, 0o755);
  const trusted = path.join(folder, 'authority.pem');
  writeFileSync(trusted, authority);
  const own = (file: string) =>
    readFileSync(path.join(example, file), 'utf8')
      .replaceAll('https://shop.example.com', gateway)
      .replaceAll('127.0.0.1:3000', application)
      .replaceAll('/etc/ssl/certs/ca-certificates.crt', trusted)
      .replaceAll('the proxy key of the gateway', key);
  const port = await freePort();
  const { files, command } = run(folder, port, own, { names });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const [program = '', ...words] = command;
  let said = '';
  // Caddy and OpenSSL read the system's authorities from this file.
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SSL_CERT_FILE: trusted,
  };
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
