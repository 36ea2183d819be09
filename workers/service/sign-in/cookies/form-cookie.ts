import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { rememberedFormLifetime, signInExtensionPeriod } from '../../settings/service-lifetimes.ts';
import { typedForm } from '../../settings/service-sealed-types.ts';
import type { FilledForm } from '../form/sign-in-form.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

const cookieName = 'plid-form';

async function readFormCookie({ request, env, now }: AuthorizeContext) {
  const text = readCookie(request, cookieName);
  return text === undefined ? undefined : typedForm.open(env.KEYS, text, now);
}

/**
 * Returns the form that this browser sent in a sign-in, or a remembered form from an earlier sign-in. @param flow
 * ID of the sign-in.
 * @returns An empty form if neither exists.
 */
export async function readTypedForm(context: AuthorizeContext, flow: string): Promise<FilledForm> {
  const stored = await readFormCookie(context);
  if (stored === undefined || (!stored.remember && stored.flow !== flow))
    return { typed: {}, faults: {}, remember: false, recalled: false };
  const { name, phoneNo, telcoCd, remember } = stored;
  return { typed: { name, phoneNo, telcoCd }, faults: {}, remember, recalled: stored.flow !== flow };
}

/**
 * Returns the form of a new sign-in: the result of {@link readTypedForm}, or the form of an earlier sign-in with
 * the same application. The earlier sign-in must have ended against the user's wishes, because the phone didn't
 * respond, the wrong number was tapped, or time ran out. In all other cases, the form was deleted when the sign-in
 * ended (cancel-sign-in.ts). @param ended This browser's abandoned sign-ins.
 */
export async function readFormForNewSignIn(
  context: AuthorizeContext,
  { id, client_id }: SignIn,
  ended: readonly SignIn[],
): Promise<FilledForm> {
  const stored = await readFormCookie(context);
  const earlier = ended.find((other) => other.id === stored?.flow);
  const isRestored = !stored?.remember && earlier?.client_id === client_id;
  return readTypedForm(context, isRestored ? earlier.id : id);
}

/**
 * Returns Set-Cookie values that delete the form of a sign-in that has ended, unless the user chose to remember
 * it.
 * @param flow ID of the sign-in.
 */
export async function dropFormUnlessRemembered(context: AuthorizeContext, flow: string): Promise<string[]> {
  const stored = await readFormCookie(context);
  return stored?.flow === flow && !stored.remember ? [deletedFormCookie(context)] : [];
}

/** Returns a Set-Cookie value that deletes the form, even if the user chose to remember it. */
export const deletedFormCookie = ({ url }: AuthorizeContext): string => writeCookie(url, cookieName, '', 0);

/**
 * Returns a Set-Cookie value that stores the form for this sign-in. If this sign-in is abandoned, the stored form
 * also prefills the next sign-in. If the user chose to remember the form, it's also stored for later sign-ins. A
 * form recalled from an earlier sign-in isn't stored under this sign-in's ID, because the user didn't type it
 * here. A recalled form stays masked.
 */
export async function storeTypedForm(
  { url, env, now }: AuthorizeContext,
  { typed, remember, recalled }: FilledForm,
  { id }: Pick<SignIn, 'id'>,
): Promise<string> {
  const { name = '', phoneNo = '', telcoCd = '' } = typed;
  const lifetime = remember ? rememberedFormLifetime : signInExtensionPeriod;
  const value = { name, phoneNo, telcoCd, remember, flow: recalled ? '' : id };
  return writeCookie(url, cookieName, await typedForm.seal(env.KEYS, value, now + lifetime), lifetime);
}
