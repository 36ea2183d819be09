import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** Any other `prompt` counts as absent. */
export const prompts = ['select_account', 'login', 'none'] as const;
export type Prompt = (typeof prompts)[number];

/** The values of `prompt` in an OpenID request. */
export const supportedPrompts = ['none', 'login', 'consent', 'select_account'] as const;

/** The `prompt` of an authorization request (§4.1). */
export const readPrompt = (asked: string | undefined): Prompt | undefined =>
  prompts.find((known) => known === asked);

/**
 * That of an OpenID request: a list (OpenID Connect Core 1.0 §3.1.2.1). A user is asked for consent whenever it is needed, so that `consent`
 * means a sign-in.
 * @throws {ProtocolError} `invalid_item` for a value that the discovery document does not list (Initiating User Registration 1.0 §4), and for
 *   `none` with another one.
 */
export function readPromptList(list = ''): Prompt | undefined {
  const asked = list.split(' ').filter(Boolean);
  const isKnown = asked.every((value) => (supportedPrompts as readonly string[]).includes(value));
  if (!isKnown || (asked.includes('none') && asked.length > 1))
    throw new ProtocolError(refusals.invalid_item, { item: 'prompt' });
  if (asked.includes('login') || asked.includes('consent')) return 'login';
  return prompts.find((known) => asked.includes(known));
}
