import { expect, test } from 'vitest';
import { product, withoutRule } from './rules.ts';
import { search } from './search.ts';
import { worlds } from './state.ts';

test.each(worlds)(
  "no state of two sign-ins with a hostile app and a relay grants anything the phone didn't show ($carrier, SHOWN_REQUIRED: $shownRequired, a relay abroad: $relayAbroad)",
  (world) => {
    const { trace, excepted } = search(world, product);
    expect(trace).toBeUndefined();
    const isTrusted = world.carrier === 'silent' && !world.shownRequired;
    expect(excepted).toEqual(
      isTrusted ? ['account, by a silent carrier', 'automatic login, by a silent carrier'] : [],
    );
  },
);

test.each(Object.entries(withoutRule))(
  "without “%s” an attacker gets something that wasn't approved",
  (_, { rules, finds }) => {
    const isFound = worlds.some((world) => finds.test((search(world, rules, finds).trace ?? []).join('\n')));
    expect(isFound).toBe(true);
  },
);
