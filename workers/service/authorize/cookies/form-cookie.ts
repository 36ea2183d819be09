import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { rememberedFormLifetime, signInLifetime } from '../../shared/service-lifetimes.ts';
import { typedForm } from '../../shared/service-sealed-types.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { FilledForm } from '../sign-in/sign-in-form.ts';

const cookieName = 'plid-form';

async function readFormCookie({ request, env, now }: AuthorizeContext) {
  const text = readCookie(request, cookieName);
  return text === undefined ? undefined : typedForm.open(env.KEYS, text, now);
}

/**
 * The form as this browser sent it: in this sign-in, or in an earlier one where the person wanted it remembered.
 * @param flow the sign-in's id. @returns an empty form where there is none.
 */
export async function readTypedForm(context: AuthorizeContext, flow: string): Promise<FilledForm> {
  const kept = await readFormCookie(context);
  if (kept === undefined || (!kept.remember && kept.flow !== flow))
    return { typed: {}, faults: {}, remember: false, recalled: false };
  const { name, phoneNo, telcoCd, remember } = kept;
  return { typed: { name, phoneNo, telcoCd }, faults: {}, remember, recalled: kept.flow !== flow };
}

/**
 * The form of a sign-in that begins: as {@link readTypedForm}, or that of an earlier one at the same application which came to nothing without anybody
 * wanting it: the phone did not answer, another number was tapped, it took too long. Any other end has dropped it (cancel-sign-in.ts).
 * @param ended the sign-ins of this browser that came to nothing.
 */
export async function readFormAgain(
  context: AuthorizeContext,
  { id, client_id }: SignIn,
  ended: readonly SignIn[],
): Promise<FilledForm> {
  const kept = await readFormCookie(context);
  const before = ended.find((other) => other.id === kept?.flow);
  const comesBack = !kept?.remember && before?.client_id === client_id;
  return readTypedForm(context, comesBack ? before.id : id);
}

/**
 * Set-Cookie values that drop the form of a sign-in that is over, unless it is to be remembered.
 * @param flow the sign-in's id.
 */
export async function forgetTypedForm(context: AuthorizeContext, flow: string): Promise<string[]> {
  const kept = await readFormCookie(context);
  return kept?.flow === flow && !kept.remember ? [dropForm(context)] : [];
}

/** A Set-Cookie value that drops the form, also where it was to be remembered. */
export const dropForm = ({ url }: AuthorizeContext): string => writeCookie(url, cookieName, '', 0);

/**
 * A Set-Cookie value that keeps the form for this sign-in, and the next one should it come to nothing, or for later ones where the person wants that. One that was recalled is of no
 * sign-in that its person has typed it in, and stays masked.
 */
export async function storeTypedForm(
  { url, env, now }: AuthorizeContext,
  { typed, remember, recalled }: FilledForm,
  { id }: Pick<SignIn, 'id'>,
): Promise<string> {
  const { name = '', phoneNo = '', telcoCd = '' } = typed;
  const lifetime = remember ? rememberedFormLifetime : signInLifetime;
  const value = { name, phoneNo, telcoCd, remember, flow: recalled ? '' : id };
  return writeCookie(url, cookieName, await typedForm.seal(env.KEYS, value, now + lifetime), lifetime);
}
