import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { keepSignIn } from '../sign-in/sign-in-cookie.ts';
import { isPageName, pathOf } from './paths.ts';
import { seeOther } from './redirect.ts';
import type { Step } from './step.ts';

/** The person chose the other language: in this sign-in whatever the application asked for, and from now on. */
export async function chooseLanguage({ context, parameters, signIn }: Step): Promise<Response> {
  const language = parameters.required('language');
  const page = parameters.required('page');
  if (!isLanguage(language)) throw new ProtocolError('invalid_item', { item: 'language' });
  if (!isPageName(page)) throw new ProtocolError('invalid_item', { item: 'page' });
  const kept = await keepSignIn(context, { ...signIn, language });
  return seeOther(pathOf(page, signIn.id), [kept, rememberLanguage(context.url, language)]);
}
