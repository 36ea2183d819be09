import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { agreeIfAsked, button, submitSignIn } from '../../../test/support/fixtures/browser-steps.ts';
import { type Person, people } from '../../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../../test/support/world/use-world.ts';
import { expectText } from '../../examples/sample-steps.ts';
import { inTurn } from '../in-turn.ts';
import { packAndInstall } from '../packed/pack.ts';
import { expressVariations } from './existing-express.ts';
import { type PageFiles, pageFilesOf } from './page-files.ts';
import { startPageProject } from './page-project.ts';
import { home, startPage, startPageService } from './page-world.ts';

const service = useStarted(startPageService);
let packed: Buffer;
beforeAll(async () => {
  const consumer = await packAndInstall();
  packed = consumer.tarball;
  consumer.remove();
}, 180_000);

/** Headings of the page with code that other tests run. */
const otherSections = [
  'Read the user record',
  'Delete the data of users who leave',
  'In your own Worker',
  'On a server',
];

/** Adds a page that asks only plid's session. */
const withOrders = (server: string): string =>
  server.replace(
    "app.get('/',",
    "app.get('/orders', plid.required, (request, response) => response.send('Orders'));\n\n$&",
  );

/** The page's files in the project of docs/client/express.md, whose commands and `.env` the page names. */
function inExpressProject({ files }: PageFiles): PageFiles {
  const express = pageFilesOf('docs/client/express.md', expressVariations);
  return {
    install: express.install.map((line) => line.replace(/ express$/, ' express express-session')),
    start: express.start,
    files: [
      ...express.files.filter(({ file }) => file === '.env'),
      ...files.map((one) => (one.file === 'server.js' ? { ...one, text: withOrders(one.text) } : one)),
    ],
  };
}

const press = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true }).click();

async function signInWithPassword(tab: Page, name: 'duri' | 'john'): Promise<void> {
  await tab.goto(home);
  await tab.fill('[name=email]', `${name}@example.com`);
  await tab.fill('[name=password]', `password of ${name}`);
  await press(tab, 'Sign in');
}

async function approve(tab: Page, person: Person): Promise<void> {
  await submitSignIn(tab, person);
  await agreeIfAsked(tab);
}

async function signInWithPhone(tab: Page, person: Person): Promise<void> {
  await tab.goto(home);
  await tab.getByText('Sign in with your phone').click();
  await approve(tab, person);
}

describe.each(inTurn([{ express: 'express@4' }, { express: 'express' }]))(
  'docs/client/users.md with %o',
  (versions) => {
    const page = inExpressProject(pageFilesOf('docs/client/users.md', otherSections));
    // Each test has accounts of its own.
    const start = () =>
      startPage((port) =>
        startPageProject({ page, versions, packed, service: service.address, port, env: {} }),
      );

    describe('a phone', () => {
      const world = useStarted(start);

      test('is connected to the account, opens it, and is disconnected', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await expectText(tab, 'Account of Duri, phones: 0');
        await press(tab, 'Connect a phone');
        await approve(tab, people.duri);
        await expectText(tab, 'Account of Duri, phones: 1');
        await press(tab, 'Sign out');
        await signInWithPhone(tab, people.duri);
        await expectText(tab, 'Account of Duri, phones: 1');

        const other = await world.open();
        await signInWithPassword(other, 'john');
        await press(other, 'Connect a phone');
        await approve(other, people.duri);
        await expectText(other, 'This phone belongs to another account.');
        await other.goto(home);
        await expectText(other, 'Account of John, phones: 0');

        // The phone's own session ends with it.
        await press(tab, 'Disconnect');
        await expectText(tab, 'Sign in with your phone');
        await signInWithPassword(tab, 'duri');
        await expectText(tab, 'Account of Duri, phones: 0');
      });

      test('that is disconnected in another browser is signed out, even if it is connected again', async () => {
        const [tab, other] = [await world.open(), await world.open()];
        await signInWithPassword(other, 'john');
        await press(other, 'Connect a phone');
        await approve(other, people.john);
        await expectText(other, 'Account of John, phones: 1');
        await signInWithPhone(tab, people.john);
        await expectText(tab, 'Account of John, phones: 1');
        await tab.goto(`${home}/orders`);
        await expectText(tab, 'Orders');
        // A connection that the phone's session started ends with it, too.
        const second = await tab.context().newPage();
        await second.goto(home);
        await press(second, 'Connect a phone');
        await second.locator('[name=phoneNo]').waitFor();

        await press(other, 'Disconnect');
        await expectText(other, 'Account of John, phones: 0');
        const signedOut = async () => {
          await tab.goto(home);
          await expectText(tab, 'Sign in with your phone');
          await tab.goto(`${home}/orders`);
          await tab.locator('[name=phoneNo]').waitFor();
        };
        await signedOut();
        await approve(second, people.hana);
        await expectText(second, 'The phone wasn’t connected');

        await press(other, 'Connect a phone');
        await approve(other, people.john);
        await expectText(other, 'Account of John, phones: 1');
        await signedOut();
      });

      test('that is the last way to sign in stays', async () => {
        const tab = await world.open();
        await signInWithPhone(tab, people.hana);
        await expectText(tab, 'Account of 김하나, phones: 1');
        await press(tab, 'Disconnect');
        await expectText(tab, 'This phone is your only way to sign in.');
        await tab.goto(home);
        await expectText(tab, 'Account of 김하나, phones: 1');
      });
    });

    describe('a connection that was started', () => {
      const world = useStarted(start);

      test('and is followed by a sign-in in a second tab leaves both accounts as they are', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await press(tab, 'Connect a phone');
        await tab.locator('[name=phoneNo]').waitFor();
        const second = await tab.context().newPage();
        // The path of the link, which the first page of a signed-in user doesn't show.
        await second.goto(`${home}/login/phone`);
        await approve(second, people.john);
        await expectText(second, 'Account of JOHN SMITH, phones: 1');
        await approve(tab, people.duri);
        await expectText(tab, 'The phone wasn’t connected');
        await second.goto(home);
        await expectText(second, 'Account of JOHN SMITH, phones: 1');
        const elsewhere = await world.open();
        await signInWithPhone(elsewhere, people.john);
        await expectText(elsewhere, 'Account of JOHN SMITH, phones: 1');
      });

      test('and is cancelled leaves nothing for the next sign-in of the browser', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await press(tab, 'Connect a phone');
        await tab.click(button('cancel'));
        await expectText(tab, 'Account of Duri, phones: 0');
        await tab.goto(`${home}/login/phone`);
        await approve(tab, people.john);
        await expectText(tab, 'Account of JOHN SMITH, phones: 1');
      });

      test('is not completed after a sign-out', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await press(tab, 'Connect a phone');
        await tab.locator('[name=phoneNo]').waitFor();
        const second = await tab.context().newPage();
        await second.goto(home);
        await press(second, 'Sign out');
        await approve(tab, people.duri);
        await expectText(tab, 'The phone wasn’t connected');
        await signInWithPassword(tab, 'duri');
        await expectText(tab, 'Account of Duri, phones: 0');
      });

      test('is not completed after a sign-in of another user', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await press(tab, 'Connect a phone');
        await tab.locator('[name=phoneNo]').waitFor();
        const second = await tab.context().newPage();
        await second.goto(home);
        await press(second, 'Sign out');
        await signInWithPassword(second, 'john');
        await approve(tab, people.duri);
        await expectText(tab, 'The phone wasn’t connected');
        await second.goto(home);
        await expectText(second, 'Account of John, phones: 0');
      });

      test('by another site, or without a session, does not reach the login service', async () => {
        const tab = await world.open();
        await signInWithPassword(tab, 'duri');
        await tab.route('https://attacker.example/', (route) =>
          route.fulfill({
            contentType: 'text/html',
            body: `<form method="post" action="${home}/phones"><button>Win`,
          }),
        );
        await tab.goto('https://attacker.example/');
        const posted = tab.waitForResponse(`${home}/phones`);
        await press(tab, 'Win');
        expect((await posted).status()).toBe(403);
        const stranger = await world.open();
        await stranger.goto(home);
        await stranger.evaluate(() => {
          const form = Object.assign(document.createElement('form'), { method: 'post', action: '/phones' });
          document.body.appendChild(form);
          form.submit();
        });
        await expectText(stranger, 'The phone wasn’t connected');
        expect(stranger.url()).toBe(`${home}/phones`);
      });
    });
  },
);
