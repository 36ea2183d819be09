import { fill } from '../../../core/protocol/texts.ts';
import { compactCss } from '../../../pages/compact-css.ts';
import { formatTime } from '../../pages/korea-time.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { canBeRenewed } from '../flow/sign-in-expiry.ts';
import { formActionPaths, type PageName } from '../flow/sign-in-paths.ts';
import { signInTexts } from '../texts/index.ts';

/** Time before the end of a sign-in at which its page warns the user, in seconds. */
const warningPeriod = 60;

type Limited = Pick<SignInContext, 'signIn' | 'language' | 'now'>;

/** Returns a text that states until when a page can be used. */
export const describeDeadline = ({ signIn, language }: Omit<Limited, 'now'>): string =>
  fill(signInTexts[language].limit.until, { time: formatTime(language, signIn.expires) });

/**
 * Styles that the warning adds to the style sheet. The warning stays in view and takes no room while it's empty.
 */
export const timeLimitStyle = compactCss(`
html { scroll-padding-top: 5rem; }
@media (min-height: 30em) { .limit { position: sticky; top: 0; z-index: 1; } }
.limit { display: flex; flex-wrap: wrap; gap: 0 var(--s4); align-items: center; justify-content: space-between; background: var(--page); outline: 0; }
.limit:has(p:not(:empty)) { padding-bottom: var(--s2); } .limit p { flex: 1 1 7rem; margin: .25rem 0; } .limit p:empty { margin: 0; } .limit [hidden] { display: none; } .limit button { margin: .25rem 0; background: var(--line); }
`);

/** Deadline of a page for browsers without scripts. With scripts, the page warns the user in time. */
export const UntilWithoutScripts = ({ view, name }: Omit<TimeLimitProps, 'form'>) =>
  name === 'sign-in' || name === 'consent' ? (
    <noscript>
      <p class="hint">{describeDeadline(view)}</p>
    </noscript>
  ) : null;

interface TimeLimitProps {
  view: Limited;
  name: PageName;
  /** ID of the page's form. The button for more time also sends this form's fields. */
  form: string;
}

/**
 * Warning in the last minute of a sign-in, with a button for more time (sign-in-countdown.ts).
 */
export function TimeLimit({ view, name, form }: TimeLimitProps) {
  const { signIn, language, now } = view;
  const { soon, longer } = signInTexts[language].limit;
  const seconds = signIn.expires - now;
  const isSoon = seconds <= warningPeriod;
  const formAttributes = name === 'sign-in' && {
    form,
    formaction: formActionPaths.longer,
    formnovalidate: true,
  };
  return (
    <div
      id="limit"
      class="limit"
      tabindex={-1}
      data-seconds={seconds}
      data-warned={warningPeriod}
      data-action={formActionPaths.longer}
    >
      <p id="ends" role="status" data-text={soon}>
        {isSoon && soon}
      </p>
      {canBeRenewed(signIn) &&
        (isSoon ? (
          <form id="longer" method="post" action={formActionPaths.longer} data-flow={signIn.id}>
            <input type="hidden" name="flow" value={signIn.id} />
            <input type="hidden" name="page" value={name} />
            <button type="submit" class="button-quiet small" {...formAttributes}>
              {longer}
            </button>
          </form>
        ) : (
          <div id="longer" hidden data-flow={signIn.id}>
            <button type="button" class="button-quiet small">
              {longer}
            </button>
          </div>
        ))}
    </div>
  );
}
