import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** Other values of `prompt` are ignored. */
export const prompts = ['select_account', 'login', 'none'] as const;
export type Prompt = (typeof prompts)[number];

/** The values of `prompt` in an OpenID Connect request. */
export const supportedPrompts = ['none', 'login', 'consent', 'select_account'] as const;

/** The `prompt` of an authorization request (§4.1). */
export const readPrompt = (asked: string | undefined): Prompt | undefined =>
  prompts.find((known) => known === asked);

/**
 * The `prompt` of an OpenID Connect request, which is a list (OpenID Connect Core 1.0 §3.1.2.1). Consent is
 * requested whenever it is needed, so `consent` means a sign-in.
 * @throws {ProtocolError} `invalid_item` for a value that the discovery document doesn't list (Initiating User
 * Registration 1.0 §4), and for `none` with another value.
 */
export function readPromptList(list = ''): Prompt | undefined {
  const asked = list.split(' ').filter(Boolean);
  const isKnown = asked.every((value) => (supportedPrompts as readonly string[]).includes(value));
  if (!isKnown || (asked.includes('none') && asked.length > 1))
    throw new ProtocolError(refusals.invalid_item, { item: 'prompt' });
  if (asked.includes('login') || asked.includes('consent')) return 'login';
  return prompts.find((known) => asked.includes(known));
}
