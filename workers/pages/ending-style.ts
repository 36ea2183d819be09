import { compactCss } from './compact-css.ts';

/**
 * Styles of endings (ending.tsx), in addition to style.ts. On a phone the page is as high as the screen at least, and
 * its buttons are at the lower edge, where the thumb is. They are part of the page's flow and cover nothing, however
 * large the letters are.
 */
export const endingStyle = compactCss(`
.ending > svg { display: block; width: 3rem; height: 3rem; margin: 0 0 var(--s3) -.25rem; stroke-width: 1.5; color: var(--accent); }
[data-kind="done"] > svg { color: var(--good); } [data-kind="denied"] > svg, [data-kind="failed"] > svg { color: var(--bad); }
.ending .lead { margin-bottom: var(--s2); } .ending > :last-child { margin-bottom: 0; }
.ending + .actions .actions { margin: 0; }
@media (max-width: 30rem) {
  .ends { display: flex; flex-direction: column; min-height: 100svh; } .ends > * { width: 100%; }
  .ends main, .ends .card { flex: 1 0 auto; display: flex; flex-direction: column; }
  .ends .card > .actions { margin-top: auto; padding-top: var(--s5); }
}
@media (forced-colors: active) { .ending > svg { color: CanvasText; } }
`);
