import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import {
  beginSignIn,
  codeOf,
  consentFields,
  locationOf,
  postForm,
  steps,
} from '../support/fixtures/sign-in.ts';
import { accessTokenFor } from '../support/requests/service-requests.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

describe('an approved sign-in under another name', () => {
  const names: [string, (flow: string) => string][] = [
    ['as it is', (flow) => flow],
    ['of another application', (flow) => flow.replace(/[^-]{20}$/, 'A'.repeat(20))],
    ['of no application', (flow) => flow.replace(/-[^-]{20}$/, '')],
  ];
  const ends: [string, string][] = [
    ['agreed to', 'consent'],
    ['refused', 'cancel'],
  ];
  for (const [whose, rename] of names)
    test.each(ends)(`${whose}, gives nothing once it was %s`, async (_, form) => {
      const { browser, page } = await beginSignIn(world);
      const consent = await browser.submit(page, await newSubscriber(world));
      const { flow, terms } = consentFields(consent);
      const sealed = browser.cookies(world.service).get(`__Host-plid-sign-in-${flow}`) ?? '';
      expect(sealed).not.toBe('');
      const end = await browser.submit(consent, {}, `form[action$="/${form}"]`);
      if (form === 'consent') await accessTokenFor(world, { code: codeOf(end) });
      const thief = new BrowserSession(world);
      thief.setCookie(world.service, `__Host-plid-sign-in-${rename(flow)}`, sealed);
      const answer = await postForm(thief, steps.consent, { flow: rename(flow), terms });
      expect([answer.status, locationOf(answer)]).toEqual([400, '']);
    });
});
