import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('an answer keeps its body until a test reads it', async () => {
  const ask = () => world.harness.fetch('plid-service-metadata', `${world.service}/.well-known/jwks.json`);
  const answer = await ask();
  for (let round = 0; round < 5; round += 1) {
    collectGarbage();
    await (await ask()).text();
  }
  expect(await answer.json()).toHaveProperty('keys');
});
