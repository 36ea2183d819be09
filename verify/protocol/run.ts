import { product, withoutRule } from './rules.ts';
import { search } from './search.ts';
import { type World, worlds } from './state.ts';

const describe = ({ carrier, shownRequired, relayAbroad }: World): string =>
  `a carrier that shows ${{ all: 'all', less: 'less', silent: 'nothing' }[carrier]}, SHOWN_REQUIRED=${shownRequired ? 'Y' : 'N'}${relayAbroad ? ', a relay in another country' : ''}`;

/** Searches every world, and prints for each rule the shortest attack that only that rule stops. @throws with the way to a broken promise. */
export function searchWorlds() {
  let states = 0;
  for (const world of worlds) {
    const searched = search(world, product);
    states += searched.states;
    const except = searched.excepted.length > 0 ? `, except ${searched.excepted.join('; ')}` : '';
    console.log(`${describe(world)}: ${searched.states} states, ${searched.depth} steps deep${except}`);
    if (searched.trace !== undefined) throw new Error([describe(world), ...searched.trace].join('\n  '));
  }
  for (const [rule, { rules, finds }] of Object.entries(withoutRule))
    console.log(`\nWithout “${rule}”:\n${shortestAttack(rules, finds).join('\n')}`);
  return { worlds: worlds.length, states };
}

function shortestAttack(rules: typeof product, finds: RegExp): string[] {
  const traces = worlds.flatMap((world) => {
    const { trace } = search(world, rules, finds);
    return trace ? [[`  ${describe(world)}`, ...trace.map((line) => `    ${line}`)]] : [];
  });
  const [shortest = ['  nothing was found']] = traces.sort((left, right) => left.length - right.length);
  return shortest;
}
