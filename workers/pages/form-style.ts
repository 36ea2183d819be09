import { blockStyle } from './block-style.ts';
import { compactCss } from './compact-css.ts';

/**
 * Styles of pages with forms, in addition to style.ts.
 *
 * Forms: `compact` (one screen), `field`, `heading` (a label and its hint), `choices` (radio buttons or buttons as tiles),
 * `check`, `checks`. Blocks: `returning` (the form of a known user, with `person` and `avatar`), `or` (another way to do the
 * same), `others` (folded ways, after one with the primary button), and those of block-style.ts.
 */
export const formStyle =
  blockStyle +
  compactCss(`
.field { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.field > label, legend { display: block; font-weight: 600; margin: 0 0 var(--s2); padding: 0; }
input[type="text"], input[type="tel"], input[type="number"], select {
  width: 100%; min-height: 2.75rem; padding: var(--s2) min(.875rem, 3vw); font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: .75rem;
}
input::placeholder { color: var(--soft); opacity: 1; }
input[aria-invalid="true"], select[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
input[type="tel"] { font-size: min(1em, 8.5vw); }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(4.4rem, 30%)), 1fr)); gap: .375rem; }
.choices label { position: relative; display: block; }
.choices input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.choices span { display: flex; flex-wrap: wrap; align-content: center; align-items: center; justify-content: center; gap: 0 .25rem; min-height: 2.75rem; padding: 0 .125rem; line-height: 1.25; border: 1px solid var(--edge); border-radius: .75rem; text-align: center; }
.choices small { flex-basis: 100%; font-size: var(--small); }
.choices input:checked + span { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); background: var(--tint); font-weight: 700; }
.choices input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
[aria-invalid="true"] .choices span { border-color: var(--bad); }
[role="radiogroup"] { container-type: inline-size; }
@container (max-width: 13.9rem) { [role="radiogroup"] .choices { grid: repeat(3, auto) / auto-flow 1fr; } }
.compact .field { margin-bottom: var(--s2); }
.compact .actions, .compact + .actions { margin-top: var(--s2); }
.heading { display: flex; flex-wrap: wrap; gap: 0 var(--s2); align-items: baseline; margin: 0 0 var(--s1); font-weight: 600; }
.heading .hint { margin: 0; font-weight: 400; }
.check { display: flex; gap: min(.75rem, 3vw); align-items: flex-start; min-height: 2.75rem; padding: var(--s2) 0; font-weight: 600; cursor: pointer; }
.check input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; accent-color: var(--accent); }
.checks { display: grid; grid-template-columns: auto auto; gap: 0 var(--s2); font-size: var(--small); line-height: 1.3; }
.checks .check { align-items: center; padding: 0; gap: .375rem; font-weight: 500; }
@media (max-width: 18rem) { .checks { grid-template-columns: 1fr; } }
.checks + .hint, .check + .hint { margin-top: 0; }
.returning { margin: 0 0 var(--s2); padding: var(--s4); border: 1px solid var(--line); border-radius: 1.25rem; }
.returning .actions { margin-top: var(--s2); }
.person { display: flex; gap: var(--s3); align-items: center; margin: 0 0 var(--s2); } .person strong { display: block; }
.avatar { display: grid; place-items: center; flex: none; width: 2.75rem; height: 2.75rem; border-radius: 50%; background: var(--tint); color: var(--accent-deep); font-size: var(--large); font-weight: 700; }
.application + .actions { margin-top: 0; }
.others { margin-top: var(--s2); } .others > summary { width: 100%; }
.others > summary::after { margin-left: .25rem; }
.others[open] > summary { background: none; }
@supports not selector(:has(*)) { .others .button { background: var(--fill); color: var(--ink); } }
@media (forced-colors: none) {
  [hidden] + .others:not([open]) > summary { background: var(--accent); color: var(--on-accent); }
  :has(~ .others[open]) .button { background: var(--fill); color: var(--ink); }
}
.or { display: flex; gap: .75rem; align-items: center; width: 100%; margin: 1.25rem 0 1rem; font-size: var(--body); text-align: center; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
@media (forced-colors: active) { .choices span { line-height: 1.5; } .choices input:checked + span { border: .25rem solid Highlight; } }
`);
