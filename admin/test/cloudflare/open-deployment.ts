import { parseEnv } from 'node:util';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { type Half, halfOf } from '../../../tools/configuration/index.ts';
import { token } from './api.ts';
import { startDeployments } from './index.ts';

export type OpenedDeployment = Awaited<ReturnType<typeof openDeployment>>;

/**
 * An operator's terminal for one half of a deployment with some of its workers.
 * @param workers by route: `token`. @param settings lines of the settings file. @param secrets lines of the secrets file.
 */
export async function openDeployment(half: Half, workers: string[], settings = '', secrets = '') {
  /** Every value that was ever a secret: no output and no other file may hold one. */
  const seen = new Set([token]);
  const outputs: string[] = [];
  const deployments = await startDeployments();
  const { cloudflare, terminal } = deployments;
  const file = `plid-${half}.secrets`;
  terminal.write('plid.deploy.toml', describe(half, workers, settings));
  if (secrets !== '') terminal.write(file, secrets);
  const read = () => {
    const held = parseEnv(terminal.read(file)) as Record<string, string>;
    for (const value of Object.values(held).flatMap((text) => text.split(/[,:]/)))
      if (value.length > 30) seen.add(value);
    return held;
  };
  async function noting(running: Promise<{ output: string; code: number | null }>) {
    const before = cloudflare.writes().length;
    const { output, code } = await running;
    outputs.push(output);
    read();
    return { output, code, writes: cloudflare.writes().slice(before).length };
  }
  return {
    deployments,
    cloudflare,
    terminal,
    secrets: read,
    file,
    uploads: () => [...cloudflare.state.scripts.values()].flatMap(({ versions }) => versions).length,
    /** The state on another machine, to which only the operator's own files were copied. */
    changeMachine: () => terminal.remove('.plid'),
    run: (command: 'deploy' | 'plid', ...parameters: string[]) => noting(terminal[command](...parameters)),
    /** The same in a process of its own, which a test can kill. */
    start: (command: 'deploy' | 'plid', ...parameters: string[]) =>
      noting(terminal.start[command](...parameters)),
    /** The values of a secret that deployed workers have. */
    deployed: (secret: string): (string | undefined)[] => [
      ...new Set(
        [...cloudflare.state.scripts.keys()].flatMap((name) =>
          (cloudflare.state.current(name)?.metadata.bindings ?? [])
            .filter((binding) => binding.type === 'secret_text' && binding.name === secret)
            .map(({ text }) => text),
        ),
      ),
    ],
    /** The number of secret values, and the files and outputs that hold one although they must not. */
    secretsElsewhere() {
      read();
      const texts = [
        ...outputs.map((text, index) => ({ name: `output ${index}: ${text}`, text })),
        ...terminal.files().filter(({ name }) => !name.endsWith('.secrets')),
      ];
      const found = texts.filter(({ text }) => [...seen].some((value) => text.includes(value)));
      return { values: seen.size, found: found.map(({ name }) => name) };
    },
    /** The permissions of the files of secrets. */
    modes: () => terminal.files().flatMap(({ name, mode }) => (name.endsWith('.secrets') ? [mode] : [])),
  };
}

/** The file that describes a deployment of these workers only. */
function describe(half: Half, workers: string[], settings: string): string {
  const without = listedWorkers
    .filter((worker) => halfOf(worker) === half)
    .map(({ worker }) => worker.replace(`${half}-`, ''))
    .filter((name) => !workers.includes(name));
  const host = half === 'service' ? 'login.example.com' : 'shop.example.com';
  return `
name = "plid"

[${half}]
host = "${host}"
zone = "example.com"
without = [${without.map((name) => `"${name}"`).join()}]

[${half}.settings]
${settings}`;
}

/** The key ids of a secret: `k1:…,k2:…`. */
export const idsOf = (text = '') => text.split(',').map((part) => part.replace(/:.*/, ''));
