import { requestsOn } from '../../test/support/fixtures/phones.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import type { EngineWorld } from './engine-world.ts';
import type { Visitor } from './visitor.ts';

/** Controls and states of the pages, as selectors. */
export const shown = {
  logIn: 'a.button[href^="/auth/login"]',
  signedIn: '#logout button',
  number: '.match',
  send: 'form[action$="/sign-in"] button[type=submit]:not([name])',
  agree: 'button[form=consent]',
  cancel: 'form[action$="/cancel"] button',
  continueAs: 'button[name=remembered][value=use]',
  ended: 'form[action$="/cancel"] .button',
};

const tile = (telcoCd: string) => `label:has([name=telcoCd][value=${telcoCd}])`;

/** Opens the sign-in page from the shop's button. */
export async function openForm(visitor: Visitor, world: EngineWorld): Promise<void> {
  await visitor.open(`${world.origin}/`);
  await visitor.leave(shown.logIn);
  await visitor.sees(tile('S'));
}

/** Unfolds name and number, where they are folded. */
async function unfold(visitor: Visitor): Promise<void> {
  const folded = 'details:not([open]):has([name=name]) > summary';
  if (!(await visitor.isVisible('[name=name]'))) await visitor.press(folded);
  await visitor.sees('[name=name]');
}

/** Fills in the form, and sends it. @param boxes check boxes to press. */
export async function sendForm(visitor: Visitor, person: Person, ...boxes: string[]): Promise<void> {
  await visitor.press(tile(person.telcoCd));
  await unfold(visitor);
  await visitor.type('[name=name]', person.name);
  await visitor.type('[name=phoneNo]', person.phoneNo);
  for (const box of boxes) await visitor.press(`label:has([name=${box}])`);
  await visitor.leave(shown.send);
}

/** Chooses a carrier, and starts in its app. @returns the address that opens the app. */
export async function startInApp(visitor: Visitor, telcoCd: string): Promise<string> {
  await visitor.press(tile(telcoCd));
  await visitor.leave('button[name=start]');
  return visitor.attribute('a.button', 'href');
}

export const agree = (visitor: Visitor): Promise<void> => visitor.leave(shown.agree);

/** The number of requests that a phone has got. */
export const countRequests = async (world: EngineWorld, { phoneNo }: Person): Promise<number> =>
  (await requestsOn(world, phoneNo)).length;

export const typed = (visitor: Visitor): Promise<string[]> =>
  Promise.all(['name', 'phoneNo'].map((field) => visitor.value(`[name=${field}]`)));
