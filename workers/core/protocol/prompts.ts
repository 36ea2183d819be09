import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** The supported values of `prompt`. Other values are ignored. */
export const prompts = ['select_account', 'login', 'none'] as const;
export type Prompt = (typeof prompts)[number];

/** The values of `prompt` in an OpenID Connect request. */
export const openIdPrompts = ['none', 'login', 'consent', 'select_account'] as const;

/** Returns the `prompt` of an authorization request (§4.1), or undefined if it isn't supported. */
export const readPrompt = (asked: string | undefined): Prompt | undefined =>
  prompts.find((known) => known === asked);

/**
 * Returns the effective `prompt` of an OpenID Connect request, where `prompt` is a list
 * (OpenID Connect Core 1.0 §3.1.2.1). Consent is requested whenever it's needed, so `consent` only requires a
 * sign-in, like `login`. @throws {ProtocolError} `invalid_item` if the discovery document doesn't list a value
 * (Initiating User Registration 1.0 §4), or if `none` is combined with another value.
 */
export function readPromptList(list = ''): Prompt | undefined {
  const asked = list.split(' ').filter(Boolean);
  const isKnown = asked.every((value) => (openIdPrompts as readonly string[]).includes(value));
  if (!isKnown || (asked.includes('none') && asked.length > 1))
    throw new ProtocolError(refusals.invalid_item, { item: 'prompt' });
  if (asked.includes('login') || asked.includes('consent')) return 'login';
  return prompts.find((known) => asked.includes(known));
}
