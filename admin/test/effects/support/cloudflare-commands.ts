import { cpSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../../cloudflare/index.ts';

/** A call that changes the account and fails: it has no effect (`lost`), or its answer never arrives (`unanswered`). */
export interface Fault {
  /** Which of the command's calls that change the account, from 1 on. From this call on, Cloudflare can't be reached. */
  which: number;
  fate: 'lost' | 'unanswered';
}

export interface CloudflareCommand {
  words: readonly string[];
  /** Lines of the settings file that differ from those of the running release. */
  settings?: string;
  /** The failing calls that are played, if not all of them. A deployment takes CPU seconds. */
  faults?: readonly Fault[];
  /** What the command says if it had taken effect before. It then changes nothing. */
  isDone?: RegExp;
}

const settingsOf = (hint: string) => `${smallService}\n[service.settings]\nLOCATION_HINT = "${hint}"\n`;

/** A service whose three releases differ in a setting of two workers. */
export async function deployReleases(): Promise<Deployments> {
  const base = await startDeployments();
  for (const settings of [smallService, settingsOf('weur'), settingsOf('apac')]) {
    base.terminal.write('plid.deploy.toml', settings);
    const { code, output } = await base.terminal.deploy('service', '--yes', '--no-check');
    expect(code, output).toBe(0);
  }
  return base;
}

/** The commands that change the workers of a deployment. */
export const changingCloudflare: Record<string, CloudflareCommand> = {
  // The calls: the lock and its holder, two uploads, two switches, and the end of the lock.
  deploy: {
    words: ['deploy', 'service', '--yes', '--no-check'],
    settings: settingsOf('enam'),
    faults: [
      { which: 3, fate: 'unanswered' },
      { which: 6, fate: 'unanswered' },
    ],
  },
  rollback: { words: ['rollback', 'service', '--no-check'], isDone: /is already rolled back/ },
  remove: { words: ['remove', 'service', '--confirm', 'plid-service'] },
  // The calls: the lock and its holder, an upload, a switch, and the end of the lock.
  'keys rotate': {
    words: ['keys', 'rotate', 'service', '--secret', 'EVENT_KEY', '--leaked', '--yes'],
    faults: [
      { which: 3, fate: 'unanswered' },
      { which: 4, fate: 'unanswered' },
    ],
  },
};

interface Played {
  /** The account and the secrets file, without values that differ from run to run. */
  left: object;
  /** The number of calls that changed the account. */
  writes: number;
  /** Whether the command failed at first. */
  hasFailed: boolean;
  /** Whether the command needed the option that confirms that the lock is its own. */
  isLocked: boolean;
}

/** Runs a command in a copy of a deployment. If a call fails, the command is run again as its message says. */
export async function play(base: Deployments, command: CloudflareCommand, fault?: Fault): Promise<Played> {
  const deployments = await startDeployments(base.cloudflare.state.copy());
  const { cloudflare, terminal } = deployments;
  try {
    cpSync(base.terminal.folder, terminal.folder, { recursive: true });
    if (command.settings !== undefined) terminal.write('plid.deploy.toml', command.settings);
    breakAt(deployments, fault);
    const hasFailed = (await terminal.plid(...command.words)).code !== 0;
    cloudflare.refuse();
    cloudflare.stopAfterWrites();
    const writes = cloudflare.writes().length;
    const isLocked = hasFailed && (await runAgain(deployments, command));
    return { left: leftOf(deployments), writes, hasFailed, isLocked };
  } finally {
    await deployments.close();
  }
}

function breakAt({ cloudflare }: Deployments, fault: Fault | undefined): void {
  if (fault?.fate === 'unanswered') cloudflare.stopAfterWrites(fault.which);
  if (fault?.fate !== 'lost') return;
  const isReached = () => cloudflare.writes().length >= fault.which;
  cloudflare.refuse(() =>
    isReached() ? { status: 500, code: 10013, message: 'internal error' } : undefined,
  );
}

/** @returns whether the command had to take the lock over. */
async function runAgain({ terminal }: Deployments, { words, isDone }: CloudflareCommand): Promise<boolean> {
  const first = await terminal.plid(...words);
  const isLocked = first.output.includes('add --take-over');
  const { code, output } = isLocked ? await terminal.plid(...words, '--take-over') : first;
  if (isDone?.test(output) !== true) expect(code, output).toBe(0);
  return isLocked;
}

/** Everything at Cloudflare and in the secrets file except ids, values of secrets, and the lock. */
function leftOf({ cloudflare, terminal }: Deployments): object {
  const { titles, workers, ...rest } = cloudflare.state.essence();
  const stored = parseEnv(terminal.read('plid-service.secrets'));
  const plain = workers.map(({ bindings = [], ...worker }) => ({
    ...worker,
    bindings: bindings.map(({ text, ...binding }) =>
      binding.type === 'secret_text'
        ? { ...binding, isStored: text === stored[binding.name] }
        : { ...binding, text },
    ),
  }));
  return { ...rest, workers: plain, titles: titles.filter((title) => !title.endsWith('-deploying')) };
}
