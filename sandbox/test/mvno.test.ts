import { describe, expect, test } from 'vitest';
import { changeSubscriber, newSubscriber, requestsOn } from '../../test/support/fixtures/phones.ts';
import { beginSignIn, people } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox } from '../../test/support/requests/sandbox-requests.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../test/support/requests/service-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });

describe('a carrier of the sandbox', () => {
  test.each([
    { mvno: 'N', choice: 'S', path: 'wait' },
    { mvno: 'N', choice: 'SM', path: 'sign-in' },
    { mvno: 'Y', choice: 'SM', path: 'wait' },
    { mvno: 'Y', choice: 'S', path: 'sign-in' },
    { mvno: 'Y', choice: 'KM', path: 'sign-in' },
  ])('redirects a customer with mvno $mvno who chooses $choice to $path', async ({ mvno, choice, path }) => {
    const person = await newSubscriber(world, 'waits');
    await changeSubscriber(world, person.phoneNo, { mvno, behaviour: 'waits' });
    const { browser, page } = await beginSignIn(world);
    const shown = await browser.submit(page, { ...person, telcoCd: choice });
    expect(shown.url.pathname).toBe(`/oauth2/authorize/${path}`);
    const isConfirmed = path === 'wait';
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(isConfirmed ? 1 : 0);
    expect(shown.document.querySelectorAll('[role=alert]')).toHaveLength(isConfirmed ? 0 : 1);
  });

  test("returns the network's code for a customer of an MVNO", async () => {
    const { client_id, redirect_uri } = applications.shop;
    const { phoneNo } = people.altteul;
    const answer = await askSandbox(world, 'POST', '/sign-in', { phoneNo, client_id, redirect_uri });
    const { code } = (await answer.json()) as { code: string };
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    expect(user).toMatchObject({ telcoCd: 'K' });
    expect(user).not.toHaveProperty('mvno');
  });
});
