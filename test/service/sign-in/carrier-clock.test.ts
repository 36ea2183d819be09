import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { logLines } from '../../support/assertions/log-lines.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { authorizeUrl, people, titleOf } from '../../support/fixtures/sign-in.ts';
import { control, root } from '../../support/world/test-workers.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type Control from '../support/clocked-carrier.ts';
import type { Reads } from '../support/clocked-carrier.ts';

const config = {
  name: 'plid-carrier',
  main: path.join(root, 'test/service/support/clocked-carrier.ts'),
  compatibility_date: '2026-10-20',
  services: [{ binding: 'CLOCK', service: control }],
};
const fiveMinutes = 300;
const consent = '/oauth2/authorize/consent';

describe('a carrier whose clock is five minutes wrong', () => {
  const world = useWorld({ half: 'service', workers: [{ renewed: true, config }] });
  let carrier: Pick<Control, 'set'>;
  beforeAll(async () => {
    carrier = await world.harness.exported('plid-carrier');
  });

  /** A sign-in whose phone approves after so many seconds, at a time at which no limit counts earlier ones. */
  async function send(off: number, reads: Reads, approvesAfter: number) {
    await world.clock.advance(600);
    await carrier.set(off, reads, (await world.clock.now()) + approvesAfter);
    const browser = new BrowserSession(world);
    return { browser, page: await browser.submit(await browser.get(authorizeUrl(world)), people.hana) };
  }
  const early = () => logLines(world).filter(({ expired_after }) => expired_after !== undefined);

  test.each([-fiveMinutes, fiveMinutes])('accepts approvals all the time: %i seconds ahead', async (off) => {
    const { browser, page } = await send(off, 'expiresIn', 119);
    await world.clock.advance(118);
    expect(page.document.querySelector('.match')).not.toBeNull();
    expect((await browser.get(page.url)).document.querySelector('.match')).not.toBeNull();
    await world.clock.advance(1);
    expect((await browser.get(page.url)).url.pathname).toBe(consent);
    expect(early()).toEqual([]);
  });

  test.each<Reads>(['expires', 'expiresIn'])(
    "accepts no approval after the page's two minutes if it is behind and reads %s",
    async (reads) => {
      const { browser, page } = await send(-fiveMinutes, reads, 121);
      await world.clock.advance(121);
      expect(titleOf(await browser.get(page.url))).toBe('The request on your phone has expired');
    },
  );

  test('is logged if its requests expire immediately', async () => {
    const { page } = await send(fiveMinutes, 'expires', 0);
    expect(titleOf(page)).toBe('The request on your phone has expired');
    await expect
      .poll(early)
      .toMatchObject([{ level: 'warn', carrier: 'S', call: 'outcome', expired_after: 0 }]);
  });

  test("isn't logged if a request expires later", async () => {
    const before = early().length;
    const { browser, page } = await send(110, 'expires', 200);
    expect(page.document.querySelector('.match')).not.toBeNull();
    await world.clock.advance(10);
    expect(titleOf(await browser.get(page.url))).toBe('The request on your phone has expired');
    expect(early()).toHaveLength(before);
  });
});
