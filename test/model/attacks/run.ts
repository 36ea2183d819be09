/** `npm run simulate -- --attack botnet`: docs/security.md, "How it is proved". Prints who is let in. */
import { parseArgs } from 'node:util';
import { attacks } from './attacks.ts';

const { values } = parseArgs({ options: { attack: { type: 'string' } } });
const names = values.attack === undefined ? Object.keys(attacks) : [values.attack];
for (const name of names) {
  const attack = attacks[name];
  if (attack === undefined) throw new Error(`--attack is one of ${Object.keys(attacks).join(', ')}`);
  const { people, pushes } = await attack.play();
  console.log(`${name}: ${attack.does}`);
  for (const [who, { sent, letIn }] of Object.entries(people))
    console.log(
      `  ${who.padEnd(24)}${((letIn / sent) * 100).toFixed(1).padStart(6)} % let in: ${letIn} of ${sent}`,
    );
  if (pushes !== undefined) console.log(`  pushes a day            ${String(pushes).padStart(6)}`);
}
