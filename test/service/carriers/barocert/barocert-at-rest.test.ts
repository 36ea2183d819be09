import { expect, test } from 'vitest';
import { approveOn, newSubscriber } from '../../../support/fixtures/phones.ts';
import { askedAbout } from '../../../support/requests/carrier-questions.ts';
import { portCaller, useBarocertWorld } from '../../support/barocert-world.ts';

const world = useBarocertWorld();
const call = portCaller(() => world);

test('a request stores name, number, and identity only sealed, and is deleted ten minutes after its expiry', async () => {
  const person = await newSubscriber(world, 'waits');
  const question = { ...askedAbout(person), entry: 'none' as const };
  await call('confirm', question);
  await approveOn(world, person.phoneNo);
  const { answer } = await call('outcome', question.id, { telcoCd: 'S' });
  const { identity } = answer as { identity: Record<string, string> };
  const namespace = (await world.env('plid-service-barocert')).BAROCERT_REQUEST;
  const stub = namespace.get(namespace.idFromName(question.id));
  const { stored } = await stub.atRest();
  expect(stored).toContain('approved');
  for (const value of [person.name, person.phoneNo, identity.ci, identity.birthdate])
    expect(stored).not.toContain(value);
  await world.clock.advance(question.expiresIn + 600);
  await expect.poll(async () => (await stub.atRest()).stored).toBe('{}');
});
