import { fill } from '../../../core/protocol/texts.ts';
import type { SignInContext, View } from '../../sign-in/flow/sign-in-context.ts';
import { ToForm } from '../../sign-in/pages/sign-in-buttons.tsx';
import { helpAfter, showAfter } from '../../sign-in/phone/no-response-help.tsx';
import type { StartedRequest } from '../../sign-in/stages/sign-in-stage.ts';
import { signInTexts } from '../../sign-in/texts/index.ts';
import { startTexts } from './start-texts.ts';

/** Link to the form for sign-in with a phone number instead of the app. */
export const ByNumber = ({ view }: { view: View }) => (
  <ToForm view={view} label={startTexts[view.language].byNumber} />
);

export interface StartProps {
  view: SignInContext;
  start: StartedRequest;
  /** Name of the carrier's app. */
  app: string;
}

/** Help if the app doesn't open. It comes last on the page, so that no button moves while the user taps. */
export function NoStartHelp({ view, start, app }: StartProps) {
  const { heading, byNumber } = startTexts[view.language].help;
  return (
    <section class="silence" aria-labelledby="help" {...showAfter(helpAfter, view, start)}>
      <h2 id="help">{heading}</h2>
      <ul>
        <li>{fill(signInTexts[view.language].silence.noApp, { app })}</li>
        <li>{byNumber}</li>
      </ul>
    </section>
  );
}
