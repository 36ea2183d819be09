import { expect, test } from 'vitest';
import { attacks } from './attacks.ts';

test.each(Object.entries(attacks))(
  '%s: more than ninety-nine in a hundred of the sign-ins of known browsers are let in',
  async (_, { play }) => {
    const { people, pushes = 0 } = await play();
    const { sent, letIn } = people['known browsers'];
    expect(sent).toBeGreaterThanOrEqual(360);
    expect(letIn / sent).toBeGreaterThan(0.99);
    const attackers = people['strangers who attack'];
    expect(attackers.letIn).toBeLessThan(attackers.sent);
    expect(pushes).toBeLessThanOrEqual(15);
  },
);
