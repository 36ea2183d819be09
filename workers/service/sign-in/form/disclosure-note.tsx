import { fill } from '../../../core/protocol/texts.ts';
import { accountClientId } from '../../registry/account-client.ts';
import type { View } from '../flow/sign-in-context.ts';
import { signInTexts } from '../texts/index.ts';

/** States the recipient of the entries. */
export function DisclosureNote({ view: { application, language } }: { view: View }) {
  const { privacy, privacyOfAccount } = signInTexts[language];
  const template = application.client_id === accountClientId ? privacyOfAccount : privacy;
  return <p class="hint">{fill(template, { application: application.name })}</p>;
}
