import { describe, expect } from 'vitest';
import { findOverflowing } from '../../test/browser/support/inspect-page.ts';
import { approveOn, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { engineNames } from './browsers/engines.ts';
import { useEngineWorld } from './engine-world.ts';
import { phonePage, useEngine } from './use-engine.ts';
import type { Visitor } from './visitor.ts';
import { agree, openForm, sendForm, shown } from './visitor-steps.ts';

const world = useEngineWorld();

/** The widths of the narrowest phone and of a common one, in CSS pixels. */
const widths = [320, phonePage.width];

/** The elements beyond the sides of the window, by its width. */
async function overflow(visitor: Visitor): Promise<Record<number, string[]>> {
  const found: Record<number, string[]> = {};
  for (const width of widths) {
    await visitor.window.resize(width, phonePage.height);
    await visitor.until((wanted) => innerWidth === wanted || null, width);
    found[width] = await visitor.evaluate(findOverflowing);
  }
  return found;
}

const nothing = Object.fromEntries(widths.map((width) => [width, []]));

describe.each(engineNames)('%s', (name) => {
  const { inEngine, visit } = useEngine(name, world);

  inEngine('the pages of a sign-in are as wide as the window', async () => {
    const visitor = await visit();
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    expect(await overflow(visitor), 'form').toEqual(nothing);
    await sendForm(visitor, { ...person, name: '' }, 'remember');
    await visitor.sees('#name-error');
    expect(await overflow(visitor), 'form with an error').toEqual(nothing);
    await visitor.type('[name=name]', person.name);
    await visitor.leave(shown.send);
    await visitor.sees(shown.number);
    expect(await overflow(visitor), 'waiting page').toEqual(nothing);
    await approveOn(world, person.phoneNo);
    await visitor.sees(shown.agree);
    expect(await overflow(visitor), 'consent').toEqual(nothing);
    await agree(visitor);
    await visitor.leave(shown.signedIn);
    await visitor.leave(shown.logIn);
    await visitor.sees(shown.continueAs);
    expect(await overflow(visitor), 'form of a remembered user').toEqual(nothing);
  });
});
