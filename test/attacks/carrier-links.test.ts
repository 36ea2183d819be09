import { beforeAll, describe, expect, test } from 'vitest';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import { logLines } from '../support/assertions/log-lines.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';
import { allowedLinks, evilAddresses } from './support/evil-addresses.ts';

describe('a carrier that sends malicious links', () => {
  const world = useWorld({
    half: 'service',
    workers: [standInCarrier],
    overrides: {
      'plid-service-authorize': { vars: { PHONE_APP_LINKS: allowedLinks } },
    },
  });
  let control: Pick<Control, 'answer'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });

  const good = 'https://app.example.com/good';
  /** Every address to which a page leads, whatever element it is of. */
  const linksOf = ({ document }: Shown) =>
    document
      .querySelectorAll(':not(link)')
      .flatMap(({ attributes }) => [
        attributes.href,
        attributes.src,
        attributes.action,
        attributes.formaction,
      ])
      .filter((address) => address !== undefined);
  const isOurs = (address: string) => address === good || /^\/(?:oauth2\/authorize|account)\b/.test(address);

  let lastNumber = 1_000;
  async function pageOf(confirmation: object): Promise<Shown> {
    lastNumber += 1;
    await world.clock.advance(2);
    await control.answer({ confirmation, outcome: { status: 'pending' } } as never);
    const browser = new BrowserSession(world, { headers: { 'User-Agent': 'Mozilla/5.0 (iPhone)' } });
    const person = { ...people.hana, phoneNo: `0108888${lastNumber}` };
    return browser.submit(await browser.get(authorizeUrl(world)), person);
  }

  const pairs = evilAddresses.flatMap((evil, index) =>
    index % 2 === 0 ? [[evil, evilAddresses[index + 1] ?? evil] as const] : [],
  );
  test.each(pairs)('gets neither %j nor %j as a link on a page', async (ios, web) => {
    const addresses = { ios, web };
    const open = await pageOf({ status: 'requested', requestId: 'r1', open: addresses });
    expect(open.document.querySelector('.match')).not.toBeNull();
    const install = await pageOf({ status: 'unregistered', install: addresses });
    expect(install.status).toBe(400);
    for (const page of [open, install]) expect(linksOf(page).filter((link) => !isOurs(link))).toEqual([]);
    const fields = () => new Set(logLines(world).map((line) => line.fields));
    await expect.poll(fields).toEqual(new Set([undefined, 'open', 'install']));
  });

  test('still gets its valid links shown', async () => {
    const open = { ios: 'javascript:alert(1)', web: good };
    const page = await pageOf({ status: 'requested', requestId: 'r1', open });
    expect(linksOf(page)).toContain(good);
  });
});
