/** `npm run taps`: docs/security.md, "How it is proved". Prints how much was searched, and for each rule the shortest way that it alone stops. */
import { product, withoutRule } from './rules.ts';
import { search } from './search.ts';
import { type World, worlds } from './state.ts';

const named = ({ carrier, tellRequired, relayAbroad }: World): string =>
  `a carrier that tells ${{ all: 'all', less: 'less', silent: 'nothing' }[carrier]}, TELL_REQUIRED=${tellRequired ? 'Y' : 'N'}${relayAbroad ? ', a relay in another country' : ''}`;

for (const world of worlds) {
  const { states, depth, excepted, trace = [] } = search(world, product);
  const but = excepted.length > 0 ? `; but for ${excepted.join('; ')}` : '';
  console.log(`${named(world)}: ${states} states, ${depth} steps deep${but}`);
  for (const line of trace) console.log(`  ${line}`);
  if (trace.length > 0) process.exitCode = 1;
}
for (const [rule, { rules, finds }] of Object.entries(withoutRule)) {
  const traces = worlds.flatMap((world) => {
    const { trace } = search(world, rules, finds);
    return trace ? [[`  ${named(world)}`, ...trace.map((line) => `    ${line}`)]] : [];
  });
  const [shortest = ['  nothing was found']] = traces.sort((left, right) => left.length - right.length);
  console.log(`\nWithout “${rule}”:\n${shortest.join('\n')}`);
}
