import { expect, test } from 'vitest';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, steps } from '../../../support/fixtures/sign-in.ts';
import {
  administer,
  consentTerms,
  registerApplication,
} from '../../../support/requests/operator-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>')}`;

test("an application's logo is next to its name on the form, waiting, and consent pages", async () => {
  const { client_id } = await registerApplication(world, { logo });
  const pageFor = async (behaviour: 'waits' | 'approves') => {
    const browser = new BrowserSession(world);
    const form = await browser.get(
      authorizeUrl(world, { client_id, redirect_uri: 'https://books.example.com/cb' }),
    );
    return [form, await browser.submit(form, await newSubscriber(world, behaviour))];
  };
  const [form, waiting] = await pageFor('waits');
  const [, consent] = await pageFor('approves');
  expect(waiting?.url.pathname).toBe('/oauth2/authorize/wait');
  expect(consent?.url.pathname).toBe(steps.consent);
  for (const page of [form, waiting, consent]) {
    const [shown, ...more] = page?.document.querySelectorAll('img.logo') ?? [];
    expect([shown?.getAttribute('src'), shown?.getAttribute('alt'), more]).toEqual([logo, '', []]);
    expect(page?.headers.get('Content-Security-Policy')).toContain('img-src data:;');
  }
});

test.each([
  'https://books.example.com/logo.png',
  'data:text/html;base64,PHA+',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'data:image/png;base64,AAAA" onerror="alert(1)',
  `data:image/png;base64,${'A'.repeat(4_096)}`,
  7,
])('a logo is rejected: %j', async (wrong) => {
  const body = {
    ...consentTerms,
    name: '로고',
    redirect_uris: ['https://books.example.com/cb'],
    attributes: ['name'],
    logo: wrong,
  };
  expect((await administer(world, 'POST', '', { body })).status).toBe(400);
});
