import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import type { World } from '../../support/world/world.ts';

/** A browser with a copy of the cookies of the service that another one has now. */
export function copyOf(browser: BrowserSession, world: World): BrowserSession {
  const copy = new BrowserSession(world);
  for (const [name, value] of browser.cookies(world.service)) copy.setCookie(world.service, name, value);
  return copy;
}
