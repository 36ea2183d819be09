// Imports and requires everything that the installed package exports. Its bare name alone refuses, and names what there is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const plid = JSON.parse(readFileSync('node_modules/plid/package.json', 'utf8'));
const paths = Object.entries(plid.exports)
  .filter(([name]) => name !== '.' && name !== './package.json')
  // The gateway runs only in Workers: it imports modules of their runtime.
  .filter(([name]) => !name.startsWith('./gateway'))
  .map(([name]) => name);

if (paths.length === 0) throw new Error('The package exports nothing.');
for (const exported of paths) {
  const name = exported.replace('.', 'plid');
  const [imported, required] = [await import(name), require(name)].map((module) => Object.keys(module));
  if (imported.length === 0) throw new Error(`${name} exports nothing`);
  const missing = imported.filter((one) => one !== 'module.exports' && !required.includes(one));
  if (missing.length > 0) throw new Error(`require('${name}') has no ${missing.join(', ')}`);
  console.log(`${name}: ${imported.join(', ')}`);
}

for (const load of [() => import('plid'), async () => require('plid')]) {
  const said = await load().then(
    () => 'nothing',
    ({ message }) => message,
  );
  const unnamed = paths.filter((name) => !said.includes(name.replace('.', 'plid')));
  if (unnamed.length > 0)
    throw new Error(`The bare name says ${said}: it does not name ${unnamed.join(', ')}`);
}
console.log(`plid ${plid.version} on Node ${process.version}: ${paths.length} imports.`);
