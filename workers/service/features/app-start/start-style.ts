import { carrierCodes } from '../../../core/protocol/user-record.ts';
import { compactCss } from '../../../pages/compact-css.ts';
import { formId } from '../../sign-in/pages/sign-in-frame.tsx';

/** Matches the form while one of a carrier's choices is selected. `S` matches `SM`, too. */
const chosen = (code: string): string => `#${formId}:has([name="telcoCd"][value^="${code}"]:checked)`;

/**
 * Styles of the button for the chosen carrier (start-choices.tsx). A browser without `:has()` shows the general label. If the
 * carrier doesn't offer it, the button is hidden, and the fold below it has the primary button's colors. While the form is
 * unfolded, it takes the button's place, so that it fits on a phone.
 */
export const startStyle = compactCss(
  carrierCodes
    .map(
      (code) => `
.start .${code} { display: none; }
${chosen(code)} .start .${code} { display: inline; } ${chosen(code)} .start.${code} .any { display: none; }
${chosen(code)} .start:not(.${code}) { display: none; }
${chosen(code)} .start:not(.${code}) + .others:not([open]) > summary { background: var(--accent); color: var(--on-accent); }
`,
    )
    .join('')
    .concat('.start:has(+ .others[open]) { display: none; }'),
);

/**
 * Script that unfolds name and number if the chosen carrier doesn't offer the button. While they are folded, Enter on a
 * carrier presses the button instead of sending the form without them.
 */
export const startScript = `
{
  const form = document.getElementById('${formId}');
  const others = form.querySelector('.start + .others');
  const start = others?.previousElementSibling;
  const unfold = () => (others.open ||= start.offsetParent === null);
  if (others) {
    unfold();
    form.addEventListener('change', unfold);
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target.name !== 'telcoCd' || others.open) return;
      event.preventDefault();
      start.querySelector('button').click();
    });
  }
}
`.trim();
