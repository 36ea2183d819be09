import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../test/support/world/bundles.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import type { Case } from './cases.ts';
import { asLine, userOfLine } from './lines.ts';

/** A language in which docs/clients/fields has a reader of user records. */
interface Language {
  name: string;
  /** The reader and the driver, with the paths where each is compiled or run. */
  files: Record<string, string>;
  /** A command that fails if the language, or a package that the reader needs, is missing. */
  probe: string[];
  install: string;
  compile?: string[];
  run: string[];
  /** The form of cases for the driver, one per line, and of its answers; JSON by default. */
  write?: (one: Case) => string;
  read?: (line: string) => unknown;
}

const lines = { write: asLine, read: userOfLine };

export const languages: Language[] = [
  {
    name: 'TypeScript',
    files: { '../user.ts': 'user.ts', 'driver.ts': 'driver.ts' },
    probe: [process.execPath, '--version'],
    install: 'https://nodejs.org',
    run: [process.execPath, 'driver.ts'],
  },
  {
    name: 'JavaScript',
    files: { 'fields.js': 'fields.js', 'driver.js': 'driver.js' },
    probe: [process.execPath, '--version'],
    install: 'https://nodejs.org',
    run: [process.execPath, 'driver.js'],
  },
  {
    name: 'Python',
    files: { 'fields.py': 'fields.py', 'driver.py': 'driver.py' },
    probe: ['python3', '-c', 'import cryptography'],
    install: 'apt-get install python3-cryptography',
    run: ['python3', 'driver.py'],
  },
  {
    name: 'PHP',
    files: { 'fields.php': 'fields.php', 'driver.php': 'driver.php' },
    probe: ['php', '-r', "exit(function_exists('openssl_decrypt') ? 0 : 1);"],
    install: 'apt-get install php-cli',
    run: ['php', 'driver.php'],
  },
  {
    name: 'Go',
    files: { 'fields.go': 'plid/fields.go', 'driver.go': 'main.go' },
    probe: ['go', 'version'],
    install: 'apt-get install golang-go',
    compile: ['go', 'build', '-o', 'driver', '.'],
    run: ['./driver'],
  },
  {
    name: 'Java',
    files: { 'Fields.java': 'Fields.java', 'Driver.java': 'Driver.java' },
    probe: ['javac', '-version'],
    install: 'apt-get install default-jdk-headless',
    compile: ['javac', '--release', '11', 'Fields.java', 'Driver.java'],
    run: ['java', 'Driver'],
    ...lines,
  },
  {
    name: 'Kotlin',
    files: { 'Fields.kt': 'Fields.kt', 'Driver.kt': 'Driver.kt' },
    probe: ['kotlinc', '-version'],
    install: 'apt-get install kotlin',
    compile: ['kotlinc', 'Fields.kt', 'Driver.kt', '-include-runtime', '-d', 'driver.jar'],
    run: ['java', '-cp', 'driver.jar', 'DriverKt'],
    ...lines,
  },
];

export const isHere = ({ probe: [program = '', ...words] }: Language): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** Runs the reader of a language on every case. @returns its results, in order; null for a refusal. */
export function readWith(language: Language, cases: readonly Case[]): unknown[] {
  const folder = folderOf(language);
  const { compile, run, write = JSON.stringify, read = JSON.parse } = language;
  if (compile !== undefined) execute(compile, folder);
  const answers = execute(run, folder, cases.map((one) => `${write(one)}\n`).join(''));
  return answers
    .split('\n')
    .slice(0, -1)
    .map((line) => read(line));
}

/** A folder with the driver, and the reader as a user pastes it into a project. */
function folderOf({ name, files }: Language): string {
  const folder = mkdtempSync(path.join(testFolder(), `${name}-`));
  mkdirSync(path.join(folder, 'plid'));
  for (const [file, place] of Object.entries(files)) {
    const isDriver = file.toLowerCase().startsWith('driver');
    const source = isDriver ? 'verify/clients/fields/drivers' : 'docs/clients/fields';
    copyFileSync(path.join(root, source, file), path.join(folder, place));
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'go.mod'), 'module driver\n\ngo 1.18\n');
  return folder;
}

/** @throws if a program fails, with its output. */
function execute([program = '', ...words]: string[], cwd: string, input = ''): string {
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off' };
  return execFileSync(program, words, { cwd, input, env, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
}
