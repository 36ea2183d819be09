import { describe, expect } from 'vitest';
import { approveOn, approveOpened, denyOn, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { engineNames, engines } from './browsers/engines.ts';
import { useEngineWorld } from './engine-world.ts';
import { useEngine } from './use-engine.ts';
import { agree, countRequests, openForm, sendForm, shown, startInApp, typed } from './visitor-steps.ts';

const world = useEngineWorld();

describe.each(engineNames)('%s', (name) => {
  const { inEngine, visit } = useEngine(name, world);

  /** A user who has signed in with a box checked, has signed out, and presses the shop's button again. */
  async function comeBack(box: 'autoLogin' | 'remember') {
    const visitor = await visit();
    const person = await newSubscriber(world);
    await openForm(visitor, world);
    await sendForm(visitor, person, box);
    await agree(visitor);
    await visitor.leave(shown.signedIn);
    await visitor.leave(shown.logIn);
    return { visitor, person };
  }

  inEngine('a first sign-in with name and number', async () => {
    const visitor = await visit();
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    await sendForm(visitor, person);
    expect(await visitor.sees(shown.number)).toMatch(/^\d\d$/);
    await approveOn(world, person.phoneNo);
    await agree(visitor);
    expect(await visitor.sees(shown.signedIn)).not.toBe('');
  });

  inEngine('a first sign-in in the carrier’s app', async () => {
    const visitor = await visit();
    const { phoneNo, telcoCd } = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    const link = await startInApp(visitor, telcoCd);
    await visitor.open(link);
    await visitor.open(await approveOpened(world, link, phoneNo));
    await agree(visitor);
    expect(await visitor.sees(shown.signedIn)).not.toBe('');
  });

  inEngine('Back after a cancelled sign-in says so, then shows an empty form', async () => {
    const visitor = await visit();
    await openForm(visitor, world);
    await sendForm(visitor, await newSubscriber(world, 'waits'));
    await visitor.sees(shown.number);
    await visitor.leave(shown.cancel);
    await visitor.sees(shown.logIn);
    await visitor.window.back();
    await visitor.sees(shown.ended);
    await visitor.window.back();
    await visitor.sees('[name=telcoCd] + span');
    expect(await typed(visitor)).toEqual(['', '']);
  });

  inEngine('a denial on the phone ends the sign-in within seconds', async () => {
    const visitor = await visit();
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    await sendForm(visitor, person);
    await visitor.sees(shown.number);
    await denyOn(world, person.phoneNo);
    await visitor.until(() => /[?&]error=access_denied/.test(location.search) || null);
    await visitor.leave('main a.button');
    expect(await visitor.isVisible(shown.signedIn)).toBe(false);
  });

  inEngine('automatic login asks for nothing', async () => {
    const { visitor, person } = await comeBack('autoLogin');
    await visitor.sees(shown.signedIn);
    expect(await countRequests(world, person)).toBe(1);
  });

  inEngine('a remembered user returns with one tap, and isn’t asked for consent again', async () => {
    const { visitor, person } = await comeBack('remember');
    await visitor.leave(shown.continueAs);
    await visitor.sees(shown.signedIn);
    expect(await countRequests(world, person)).toBe(2);
  });

  inEngine('a reload of the waiting page and of the consent page changes nothing', async () => {
    const visitor = await visit();
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    await sendForm(visitor, person);
    const match = await visitor.sees(shown.number);
    await visitor.window.reload();
    expect(await visitor.sees(shown.number)).toBe(match);
    expect(await countRequests(world, person)).toBe(1);
    await approveOn(world, person.phoneNo, match);
    await visitor.sees(shown.agree);
    await visitor.window.reload();
    await agree(visitor);
    expect(await visitor.sees(shown.signedIn)).not.toBe('');
  });

  inEngine('Back from the waiting page shows what the same user has typed', async () => {
    const visitor = await visit();
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    await sendForm(visitor, person);
    await visitor.sees(shown.number);
    await visitor.window.back();
    await visitor.sees('[name=telcoCd] + span');
    expect(await typed(visitor)).toEqual([person.name, expect.stringMatching(/^010-\d{4}-\d{4}$/)]);
  });

  inEngine('a sign-in without scripts', async () => {
    const visitor = await visit({ hasScripts: false });
    const person = await newSubscriber(world, 'waits');
    await openForm(visitor, world);
    await sendForm(visitor, person);
    const match = await visitor.sees(shown.number);
    await approveOn(world, person.phoneNo, match);
    await visitor.leave('noscript a');
    await agree(visitor);
    expect(await visitor.sees(shown.signedIn)).not.toBe('');
  });
});

describe.each(engineNames.filter((name) => engines[name].canRefuseCookies))('%s without cookies', (name) => {
  const { inEngine, visit } = useEngine(name, world);

  inEngine('a form that is sent without cookies leads to a page that says so', async () => {
    const visitor = await visit({ hasCookies: false });
    await openForm(visitor, world);
    await sendForm(visitor, await newSubscriber(world, 'waits'));
    expect(await visitor.sees('main')).toContain('쿠키를 허용');
  });
});

// WebKitGTK reports that cookies are enabled when it refuses them.
describe('firefox without cookies', () => {
  const { inEngine, visit } = useEngine('firefox', world);

  inEngine('the form says before any entry that the browser refuses cookies', async () => {
    const visitor = await visit({ hasCookies: false });
    await openForm(visitor, world);
    expect(await visitor.sees('#blocked-cookies')).toContain('쿠키');
  });
});
