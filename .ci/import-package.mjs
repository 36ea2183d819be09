// Imports and requires everything that the installed packages export. The bare name of plid refuses, and names what there is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The entry points of a package that run in Node. The gateway runs only in Workers: it imports modules of their runtime. */
function entryPointsOf(installed) {
  const { exports, version } = JSON.parse(readFileSync(`node_modules/${installed}/package.json`, 'utf8'));
  const names = Object.keys(exports)
    .filter((name) => name !== '.' && !name.endsWith('.json') && !name.startsWith('./gateway'))
    .map((name) => name.replace('.', installed));
  if (names.length === 0) throw new Error(`${installed} exports nothing.`);
  console.log(`${installed} ${version} on Node ${process.version}: ${names.length} imports.`);
  return names;
}

const ofPlid = entryPointsOf('plid');
for (const name of [...ofPlid, ...entryPointsOf('plid-kits')]) {
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
  const unnamed = ofPlid.filter((name) => !said.includes(name));
  if (unnamed.length > 0)
    throw new Error(`The bare name says ${said}: it does not name ${unnamed.join(', ')}`);
}
