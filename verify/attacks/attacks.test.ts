import { expect, test } from 'vitest';
import { attacks } from './attacks.ts';

const isAtOnePhone = (name: string) => ['fatigue', 'mismatch'].includes(name);

test.each(Object.entries(attacks))(
  '%s: more than ninety-nine in a hundred of the sign-ins of known browsers are let in',
  async (name, { play }) => {
    const { people, pushes } = await play();
    const { sent, letIn } = people['known browsers'];
    expect(sent).toBeGreaterThanOrEqual(360);
    expect(letIn / sent).toBeGreaterThan(0.99);
    const attackers = people['strangers who attack'];
    expect(attackers.letIn).toBeLessThan(attackers.sent);
    expect(pushes).toBe(isAtOnePhone(name) ? 15 : undefined);
  },
);
