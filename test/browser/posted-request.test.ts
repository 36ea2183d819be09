import { expect, test } from 'vitest';
import { agreeIfAsked, goTo, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { applications } from '../support/world/test-settings.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const { client_id, redirect_uri } = applications.shop;
const site = 'https://client.example.net';
/** A page of another site whose button posts an authorization request, as existing clients have it. */
const formPage = (prompt: string) => {
  const fields = { response_type: 'code', client_id, redirect_uri, state: `posted ${prompt}`, prompt };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<!doctype html><form method="post" action="${world.service}/oauth2/authorize">${inputs.join('')}<button>Sign in</button></form>`;
};
const world = useBrowserWorld({
  elsewhere: ({ searchParams }) =>
    new Response(formPage(searchParams.get('prompt') ?? ''), { headers: { 'Content-Type': 'text/html' } }),
});

test('a form that another site posts signs in automatically, with prompt=none as well', async () => {
  const context = await world.open();
  const page = await context.newPage();
  const callback = page.waitForRequest((request) => request.url().startsWith(`${redirect_uri}?`));
  await page.goto(`${site}/?prompt=`);
  await page.click('button');
  await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
  await agreeIfAsked(page);
  expect((await callback).url()).toContain('code=');
  for (const prompt of ['', 'none']) {
    await goTo(page, `${site}/?prompt=${prompt}`);
    const automatic = page.waitForRequest((request) => request.url().startsWith(`${redirect_uri}?`));
    await page.click('button');
    const { searchParams } = new URL((await automatic).url());
    expect([searchParams.has('code'), searchParams.get('state')]).toEqual([true, `posted ${prompt}`]);
  }
  await context.close();
});
