import { describe, expect, test } from 'vitest';
import { requestsOn } from '../../test/support/fixtures/phones.ts';
import { beginSignIn, people } from '../../test/support/fixtures/sign-in.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

describe.each([
  { started: 'as it is', vars: {}, statuses: [302, 302, 302] },
  { started: 'with --var LIMITS:Y', vars: { LIMITS: 'Y' }, statuses: [302, 429, 429] },
])('the local environment, started $started', ({ vars, statuses }) => {
  const world = useWorld({ local: true, overrides: { 'plid-local': { vars } } });

  test('allows a new attempt directly after a denial only if limits are off', async () => {
    const shown: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { browser, page } = await beginSignIn(world);
      shown.push((await browser.submit(page, people.geojeol)).status);
    }
    expect(shown).toEqual(statuses);
  });
});

describe('the local environment without limits', () => {
  const world = useWorld({ local: true });

  test.each([
    { passed: 0, pause: 'at once' },
    { passed: 10, pause: 'ten seconds apart' },
  ])('shows only the latest of three requests to one phone, sent $pause', async ({ passed }) => {
    const numbers: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { browser, page } = await beginSignIn(world);
      const { document } = await browser.submit(page, people.daegi);
      numbers.push(document.querySelector('.match')?.text ?? '');
      await world.clock.advance(passed);
    }
    await world.settled();
    const open = (await requestsOn(world, people.daegi.phoneNo)).filter(({ status }) => status === 'pending');
    expect(open.map(({ match }) => match)).toEqual(numbers.slice(-1));
  });
});
