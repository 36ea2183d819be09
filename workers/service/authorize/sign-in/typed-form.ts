import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { rememberedFormLifetime } from '../../shared/service-lifetimes.ts';
import { type SignIn, typedForm } from '../../shared/service-values.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

/** The fields of the sign-in form that everybody fills in. */
export const signInFields = ['name', 'phoneNo', 'telcoCd'] as const;
export type SignInField = (typeof signInFields)[number];

/** The carriers as people know them: `SM` is an MVNO on the network of `S`. */
export const carrierChoices = ['S', 'K', 'L', 'SM', 'KM', 'LM'] as const;
export type CarrierChoice = (typeof carrierChoices)[number];

export const isCarrierChoice = (text: string): text is CarrierChoice =>
  (carrierChoices as readonly string[]).includes(text);

/** The network that a choice stands for. */
export const networkOf = (choice: CarrierChoice): CarrierCode => choice.charAt(0) as CarrierCode;

/** What was typed into the form, and what is wrong with it. */
export interface FilledForm {
  typed: Partial<Record<SignInField, string>>;
  faults: Partial<Record<SignInField, 'missing' | 'invalid'>>;
  /** Whether this device is to remember it. */
  remember: boolean;
}

const formCookie = 'plid-form';

async function readFormCookie({ request, env, now }: AuthorizeContext) {
  const text = readCookie(request, formCookie);
  return text === undefined ? undefined : typedForm.open(env.KEYS, text, now);
}

/**
 * The form as this browser sent it: in this sign-in, or in an earlier one where the person wanted it remembered.
 * @param flow the sign-in's id. @returns an empty form where there is none.
 */
export async function readTypedForm(context: AuthorizeContext, flow: string): Promise<FilledForm> {
  const kept = await readFormCookie(context);
  if (kept === undefined || (!kept.remember && kept.flow !== flow))
    return { typed: {}, faults: {}, remember: false };
  const { name, phoneNo, telcoCd, remember } = kept;
  return { typed: { name, phoneNo, telcoCd }, faults: {}, remember };
}

/**
 * Set-Cookie values that drop the form of a sign-in that is over, unless it is to be remembered.
 * @param flow the sign-in's id.
 */
export async function forgetTypedForm(context: AuthorizeContext, flow: string): Promise<string[]> {
  const kept = await readFormCookie(context);
  return kept?.flow === flow && !kept.remember ? [writeCookie(context.url, formCookie, '', 0)] : [];
}

/** A Set-Cookie value that keeps the form for the rest of this sign-in, or for later ones where the person wants that. */
export async function keepTypedForm(
  { url, env, now }: AuthorizeContext,
  { typed, remember }: FilledForm,
  { id: flow, expires }: Pick<SignIn, 'id' | 'expires'>,
): Promise<string> {
  const { name = '', phoneNo = '', telcoCd = '' } = typed;
  const lifetime = remember ? rememberedFormLifetime : expires - now;
  const value = { name, phoneNo, telcoCd, remember, flow };
  return writeCookie(url, formCookie, await typedForm.seal(env.KEYS, value, now + lifetime), lifetime);
}
