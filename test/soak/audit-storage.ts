import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Audited, forEach, untilNoneIsLeft } from './audit.ts';
import { call } from './closed-sockets.ts';
import type { SoakWorld } from './soak-world.ts';

/** The classes of objects that store values of people, and the folders of their files. */
const classes = [
  { folder: 'plid-service-objects-Account', binding: 'ACCOUNT' },
  { folder: 'plid-service-objects-Phone', binding: 'PHONE' },
  { folder: 'plid-gateway-objects-User', binding: 'USER' },
  { folder: 'plid-gateway-objects-Flow', binding: 'FLOW' },
] as const;

/** Longer than anything is stored for people who do not come back, in seconds: an automatic login lasts 14 days. */
const everything = 16 * 86_400;
/** The number of looks whether everything is deleted, and the time between two looks, in milliseconds. */
const mostLooks = 20;
const look = 1_000;

/** Rows that may stay after a person has left: they record the leaving, so that no pending sign-in undoes it. */
const marks = { ACCOUNT: ['schema', 'terminated'], USER: ['disconnected', 'schema'] };

/** A person who has left leaves only marks: at the gateway, once it has the event. */
export async function auditLeft({ world, ledger, figures }: Audited): Promise<void> {
  const objects = await world.objects();
  for (const binding of ['ACCOUNT', 'USER'] as const) {
    let people = [...ledger.left];
    figures.count('audited', 'objects of who has left', people.length);
    const kept = await untilNoneIsLeft(world, async () => {
      const found: { plid: string; more: string[] }[] = [];
      await forEach(people, async (plid) => {
        const { stored } = await call(() => objects.atRest(binding, plid));
        const more = Object.keys(JSON.parse(stored)).filter((key) => !marks[binding].includes(key));
        if (more.length > 0) found.push({ plid, more });
      });
      people = found.map(({ plid }) => plid);
      return found;
    });
    for (const { more } of kept)
      figures.violated(`Audit: of who has left ${binding} keeps ${more.join(', ')}`);
  }
}

/** Once everything has expired no object holds anything, and KV only the applications. */
export async function auditSwept(audited: Audited): Promise<void> {
  const { world, figures } = audited;
  await world.time.advance(everything);
  const objects = classes.flatMap(({ folder }) => idsIn(world, folder));
  figures.count('audited', 'objects swept', objects.length);
  let left: string[] = [];
  for (let looks = 0; looks < mostLooks; looks += 1) {
    left = await leftovers(audited);
    if (left.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, look));
  }
  for (const what of left.slice(0, 3)) figures.violated(`Audit: not swept: ${what}`);
  for (const half of ['service', 'gateway'] as const) {
    const keys = await call(async () => (await world.kv(half)).stored());
    const more = keys.filter((key) => !key.startsWith('application:'));
    if (more.length > 0) figures.violated(`Audit: KV of the ${half} keeps ${more.length} keys: ${more[0]}`);
  }
}

/** Objects that were empty once everything had expired: they stay so, since their names are forgotten. */
const empty = new Set<string>();

async function leftovers({ world }: Audited): Promise<string[]> {
  const found: string[] = [];
  const objects = await world.objects();
  for (const { folder, binding } of classes) {
    await forEach(idsIn(world, folder), async (id) => {
      const { stored, alarm } = await call(() => objects.atRestOfId(binding, id));
      if (!isEmpty(binding, stored) || alarm !== null) found.push(`${binding} ${stored.slice(0, 300)}`);
      else if (binding !== 'PHONE') empty.add(id);
    });
  }
  return found;
}

/** One Phone belongs to no number: it stores which PHONE_KEY is the service's. */
const isEmpty = (binding: string, stored: string): boolean =>
  stored === '{}' || (binding === 'PHONE' && !/"(?:requests|registration)"/.test(stored));

const idsIn = ({ folder: top }: SoakWorld, folder: string): string[] =>
  readdirSync(path.join(top, 'do', folder)).flatMap((name) => {
    const id = /^([0-9a-f]{64})\.sqlite$/.exec(name)?.[1];
    return id === undefined || empty.has(id) ? [] : [id];
  });

/** No name, number, token, code or session can be read in any file of the storage, or in the log. */
export function auditReadable({ world, ledger, figures }: Audited, logFrom: number): void {
  const given = [...ledger.tokens, ...ledger.codes].map(({ value }) => value);
  const secrets = new Set([...given, ...ledger.sessions.map(({ cookie }) => cookie)].map(longestWord));
  const lines = world.harness.logs().slice(logFrom);
  for (const [where, text] of [['the log', lines.join('\n')] as const, ...storedTexts(world)]) {
    const personal = /0108555\d{4}/.exec(text);
    if (personal !== null) figures.violated(`Audit: a number can be read in ${where}`);
    if (text.includes('사람') || text.includes(utf8AsLatin1))
      figures.violated(`Audit: a name can be read in ${where}`);
    const read = text.match(/[\w-]{20,}/g)?.some((word) => secrets.has(word));
    if (read === true) figures.violated(`Audit: a token, code or session can be read in ${where}`);
  }
  figures.count('audited', 'lines of the log', lines.length);
}

const utf8AsLatin1 = Buffer.from('사람').toString('latin1');
const longestWord = (secret: string): string =>
  secret.split(/[^\w-]/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** The files of both halves, as text of one letter per byte; the sandbox's are left out, since it stores people as a carrier does. */
function storedTexts({ folder }: SoakWorld): [string, string][] {
  return readdirSync(path.join(folder, 'do'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('-Directory'))
    .map((entry) => [entry.parentPath, readIfThere(path.join(entry.parentPath, entry.name))]);
}

/** SQLite removes the files beside a database when an object goes to sleep. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw failure;
  }
}
