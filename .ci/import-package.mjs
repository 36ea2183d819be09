// Imports everything that the installed package exports. What needs a package that is optional may lack that one, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const plid = JSON.parse(readFileSync('node_modules/plid/package.json', 'utf8'));
const optional = Object.keys(plid.peerDependenciesMeta ?? {});
const paths = Object.entries(plid.exports)
  .filter(([name]) => name !== './package.json')
  .flatMap(([name, exported]) => (name.includes('*') ? everyName(name, exported.default) : [name]));

/** The names that a pattern such as `./providers/*` stands for. */
function everyName(pattern, file) {
  const files = readdirSync(path.dirname(path.join('node_modules/plid', file)));
  return files
    .filter((name) => name.endsWith('.js'))
    .map((name) => pattern.replace('*', path.basename(name, '.js')));
}

for (const exported of paths) {
  const name = exported.replace('.', 'plid');
  try {
    const names = Object.keys(await import(name));
    if (names.length === 0) throw new Error(`${name} exports nothing`);
    console.log(`${name}: ${names.join(', ')}`);
  } catch (failure) {
    const isMissing =
      failure.code === 'ERR_MODULE_NOT_FOUND' &&
      optional.some((other) => failure.message.includes(`'${other}'`));
    if (!isMissing) throw failure;
    console.log(`${name}: needs what is not installed. ${failure.message.split('\n')[0]}`);
  }
}

if (paths.length === 0) throw new Error('The package exports nothing.');
console.log(`plid ${plid.version} on Node ${process.version}: ${paths.length} imports.`);
