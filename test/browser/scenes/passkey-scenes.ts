import type { Page } from 'playwright-core';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { agreeIfAsked, submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { createPasskey, registerForPasskeys } from '../../support/fixtures/passkeys.ts';
import { endsOn, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import type { World } from '../../support/world/world.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { openAccount } from './account-scenes.ts';
import type { Scene } from './scene.ts';

/** A user with a passkey, which was created in another browser. */
async function withPasskey(world: World) {
  const application = await registerForPasskeys(world);
  const oddities = { origin: world.service, rpId: new URL(world.service).hostname };
  return createPasskey(world, application, { browser: new BrowserSession(world), oddities });
}

/** Opens the sign-in page of an application that is registered for passkeys. */
async function openForm(page: Page, world: World): Promise<void> {
  const { client_id, redirect_uris } = await registerForPasskeys(world);
  const [redirect_uri = ''] = redirect_uris;
  await page.goto(authorizeUrl(world, { client_id, redirect_uri }));
}

export const passkeyScenes: Scene[] = [
  {
    name: 'the page that offers a passkey',
    shows: '#create',
    async open(page, world) {
      await addVirtualAuthenticator(page);
      await openForm(page, world);
      await submitSignIn(page, await newSubscriber(world), { autoLogin: true });
      await agreeIfAsked(page);
    },
  },
  { name: 'the sign-in page of an application with passkeys', shows: '#passkey', open: openForm },
  {
    name: 'the sign-in page in a browser that has created a passkey',
    shows: '#passkey',
    async open(page, world) {
      const { hostname: domain } = new URL(world.service);
      await page.context().addCookies([{ name: 'plid-passkey', value: 'created', domain, path: '/' }]);
      await openForm(page, world);
    },
  },
  {
    name: 'the account page, with a passkey',
    shows: '#passkeys',
    async open(page, world) {
      await openAccount(page, world, (await withPasskey(world)).person);
    },
  },
  {
    name: 'the page that a notice links to, passkey',
    shows: 'form[action="/account/end"] button',
    async open(page, world) {
      const { person } = await withPasskey(world);
      await page.goto((await endsOn(world, person.phoneNo, 4)).passkey ?? '');
    },
  },
];
