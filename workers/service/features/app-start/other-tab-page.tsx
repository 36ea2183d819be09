import { Ending } from '../../../pages/ending.tsx';
import type { View } from '../../sign-in/flow/sign-in-context.ts';
import { ReturnForm } from '../../sign-in/pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../../sign-in/pages/sign-in-frame.tsx';
import { ByNumber } from './start-help.tsx';
import { startTexts } from './start-texts.ts';

/**
 * Page for an app-initiated sign-in that a link started. The page is shown if the user has approved, but the app
 * hasn't returned to this browser yet. The sign-in continues in the tab that the app opens.
 */
export function otherTabPage(view: View): Response {
  const { language } = view;
  const { otherTab: text } = startTexts[language];
  return renderSignInPage(
    { language, title: text.title, view, name: 'wait', ends: true },
    <Ending
      kind="done"
      title={text.title}
      about={<ApplicationHeading view={view} />}
      text={text.text}
      details={text.otherBrowser}
    >
      <ByNumber view={view} />
      <ReturnForm view={view} />
    </Ending>,
  );
}
