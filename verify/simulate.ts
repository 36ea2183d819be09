/** `npm run simulate`: docs/security.md, "How it is proved", and docs/scale.md, "A deployment at the peak". */
import { parseArgs } from 'node:util';
import { attacks } from './attacks/attacks.ts';
import { deploy, peaks } from './deployment/deployment.ts';

/** Prints who is let in. */
async function showAttack(name: string): Promise<void> {
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

/** Prints who waits. @param logins full sign-ins a second. */
async function showDeployment(logins: number): Promise<void> {
  if (!(logins > 0)) throw new Error('--deployment is a number of full sign-ins a second.');
  const { isolates, requests, asked, late, longest, unanswered } = await deploy(logins);
  console.log(`deployment at ${logins} sign-ins a second: ${isolates} isolates begin at once`);
  console.log(`  ${asked} calls of the object that knows PHONE_KEY`);
  console.log(
    `  ${late} of ${requests} requests wait for it longer than on an idle day, at most ${longest} ms`,
  );
  console.log(`  ${unanswered} go on without its word`);
}

const { values } = parseArgs({ options: { attack: { type: 'string' }, deployment: { type: 'string' } } });
const isAll = values.attack === undefined && values.deployment === undefined;
for (const name of isAll ? Object.keys(attacks) : [values.attack ?? []].flat()) await showAttack(name);
for (const logins of isAll ? peaks : [values.deployment ?? []].flat()) await showDeployment(Number(logins));
