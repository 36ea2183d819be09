import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../support/world/bundles.ts';
import { folderMadeOnce } from '../support/world/isolation.ts';

const isolation = path.join(root, 'test/support/world/isolation.ts');

/** What another process of this run gets, as its standard output or the message of its error. */
async function askElsewhere(name: string): Promise<string> {
  const program = `
    const { folderMadeOnce } = await import(${JSON.stringify(isolation)});
    const made = folderMadeOnce(${JSON.stringify(name)}, async () => { throw new Error('made again'); });
    console.log(await made.catch(({ message }) => message));
  `;
  const words = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, words)).stdout.trim();
}

test('the process that asks first makes a folder, and the others wait until it is whole', async () => {
  const name = randomUUID();
  const { promise: othersAsk, resolve: goOn } = Promise.withResolvers<void>();
  let times = 0;
  const make = async (folder: string) => {
    times += 1;
    await othersAsk;
    writeFileSync(path.join(folder, 'whole'), '');
  };
  const asked = [folderMadeOnce(name, make), folderMadeOnce(name, make)];
  const elsewhere = askElsewhere(name);
  setTimeout(goOn, 300);
  const [folder = '', same] = await Promise.all(asked);
  expect([same, await elsewhere, times]).toEqual([folder, folder, 1]);
  expect(readdirSync(folder)).toEqual(['whole']);
});

test('if a folder cannot be made, every process gets the reason', async () => {
  const name = randomUUID();
  const failing = folderMadeOnce(name, async () => {
    throw new Error('no such compiler');
  });
  await expect(failing).rejects.toThrow('no such compiler');
  expect(await askElsewhere(name)).toContain('no such compiler');
});
