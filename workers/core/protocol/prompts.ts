import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** Any other `prompt` counts as absent. */
export const prompts = ['select_account', 'login', 'none'] as const;
export type Prompt = (typeof prompts)[number];

/** The `prompt` of an authorization request (§4.1). */
export const readPrompt = (asked: string | undefined): Prompt | undefined =>
  prompts.find((known) => known === asked);

/**
 * That of an OpenID request: a list (OpenID Connect Core 1.0 §3.1.2.1). A person is asked for their consent where they have to be, so that
 * `consent` means a login. @throws {ProtocolError} `invalid_item` where `none` is not alone.
 */
export function readPromptList(list = ''): Prompt | undefined {
  const asked = list.split(' ');
  if (asked.includes('none') && asked.length > 1)
    throw new ProtocolError(refusals.invalid_item, { item: 'prompt' });
  if (asked.includes('login') || asked.includes('consent')) return 'login';
  return prompts.find((known) => asked.includes(known));
}
