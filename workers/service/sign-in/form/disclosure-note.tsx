import { fill } from '../../../core/protocol/texts.ts';
import type { View } from '../flow/sign-in-context.ts';
import { wordsFor } from '../texts/index.ts';

/** States the recipient of the entries. */
export function DisclosureNote({ view: { application, language } }: { view: View }) {
  const { privacy } = wordsFor(language, application.client_id);
  return <p class="hint">{fill(privacy, { application: application.name })}</p>;
}
