import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { type BrowserWorld, watchRefusals } from './browser-world.ts';

/**
 * A browser with one page for each test, ten seconds after the last. A test fails if the browser's policies have refused
 * anything. @returns them and the list of refusals, to be used within tests and later hooks.
 */
export function usePage(world: BrowserWorld): {
  context: BrowserContext;
  page: Page;
  refusals(): string[];
} {
  let context: BrowserContext;
  let page: Page;
  let refusals: string[];
  beforeEach(async () => {
    await world.clock.advance(10);
    context = await world.open();
    refusals = watchRefusals(context);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });
  return {
    context: current(() => context),
    page: current(() => page),
    refusals: () => refusals,
  };
}

/** The object of the running test, under a name that stays. */
const current = <Kind extends object>(get: () => Kind): Kind =>
  new Proxy({} as Kind, {
    get(_, name) {
      const value: unknown = Reflect.get(get(), name);
      return typeof value === 'function' ? value.bind(get()) : value;
    },
  });
