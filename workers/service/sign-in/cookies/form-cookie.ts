import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import {
  rememberedFormLifetime,
  signInExtensionPeriod,
  unfinishedFormLifetime,
} from '../../settings/service-lifetimes.ts';
import { typedForm } from '../../settings/service-sealed-types.ts';
import { canContinueAsRemembered, emptyForm, type FilledForm } from '../entries/sign-in-form.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { clientIdInSignInId } from './sign-in-cookie.ts';

const cookieName = 'plid-form';

async function readFormCookie({ request, env, now }: AuthorizeContext) {
  const text = readCookie(request, cookieName);
  return text === undefined ? undefined : typedForm.open(env.KEYS, text, now);
}

/**
 * Returns the form that this browser sent in a sign-in, or a form from an earlier sign-in. @param sameRequest IDs of the
 * browser's running sign-ins with the same authorization request. Their user has navigated back, and sees their own entries.
 * @returns An empty form if neither exists.
 */
export async function readTypedForm(
  context: AuthorizeContext,
  { id, client_id }: Pick<SignIn, 'id' | 'client_id'>,
  sameRequest: readonly string[] = [],
): Promise<FilledForm> {
  const stored = await readFormCookie(context);
  if (stored === undefined) return emptyForm;
  const { name, phoneNo, telcoCd, remember, flow, sent = 0, masked = false } = stored;
  const isOwn = flow === id || sameRequest.includes(flow);
  const form = { typed: { name, phoneNo, telcoCd }, faults: {}, remember, recalled: !isOwn || masked };
  if (isOwn || remember) return form;
  const isUnfinished = clientIdInSignInId(flow) === client_id && context.now < sent + unfinishedFormLifetime;
  return isUnfinished && canContinueAsRemembered(form) ? form : emptyForm;
}

/** Whether this browser has a form that the user didn't type in this sign-in. */
export async function holdsOtherForm(
  context: AuthorizeContext,
  { id }: Pick<SignIn, 'id'>,
): Promise<boolean> {
  const stored = await readFormCookie(context);
  return stored !== undefined && (stored.flow !== id || stored.masked === true);
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
 * Returns a Set-Cookie value that stores the form for this sign-in. If this sign-in isn't completed, another one with the
 * same application offers the entries for some minutes, masked. If the user chose to remember the form, all later sign-ins
 * do. A form recalled from an earlier sign-in stays masked, because the user didn't type it here.
 */
export async function storeTypedForm(
  { url, env, now }: AuthorizeContext,
  { typed, remember, recalled }: FilledForm,
  { id }: Pick<SignIn, 'id'>,
): Promise<string> {
  const { name = '', phoneNo = '', telcoCd = '' } = typed;
  const lifetime = remember ? rememberedFormLifetime : signInExtensionPeriod;
  const value = { name, phoneNo, telcoCd, remember, flow: id, sent: now, ...(recalled && { masked: true }) };
  return writeCookie(url, cookieName, await typedForm.seal(env.KEYS, value, now + lifetime), lifetime);
}
