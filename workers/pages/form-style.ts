import { compactCss } from './compact-css.ts';

/**
 * Styles of pages with forms, personal data, or a waiting state, in addition to style.ts.
 *
 * Blocks: `application` (logo, name, and host), `notice` (`good`, `bad`), `app` (the carrier's app), `facts` (a `dl` of names and values), `attributes` (a `ul`), `match` (the big
 * number). Forms: `compact` (one screen), `field`, `heading` (a label and its hint), `choices` (radio buttons as
 * tiles), `check`, `checks`, `button-danger`, `small`. Text: `error`.
 */
export const formStyle = compactCss(`
h1 + .notice { margin-top: var(--s4); }
.application { display: flex; gap: var(--s3); margin: 0 0 var(--s4); }
.application .names { min-width: 0; }
.application h1, .application p { margin: 0; }
.application strong { font-size: var(--large); } .host { color: var(--soft); font-size: var(--small); line-height: 1.4; }
.logo { max-width: 6rem; height: 2.5rem; margin-top: .25rem; border-radius: .625rem; flex: none; }
.error { color: var(--bad); font-weight: 600; }
.notice { background: var(--tint); border: 1px solid transparent; border-radius: .875rem; padding: min(var(--s4), 4vw); margin: 0 0 var(--s5); }
.notice.good { background: var(--good-tint); }
.notice.bad { background: var(--bad-tint); }
.notice > :last-child { margin-bottom: 0; }
.field { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.field > label, .label, legend { display: block; font-weight: 600; margin: 0 0 var(--s2); padding: 0; }
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
[aria-invalid="true"] .choices span { border-color: var(--bad); }
[role="radiogroup"] { container-type: inline-size; }
@container (max-width: 13.9rem) { [role="radiogroup"] .choices { grid: repeat(3, auto) / auto-flow 1fr; } }
.compact .field { margin-bottom: var(--s2); }
.compact .actions { margin-top: var(--s2); }
.heading { display: flex; flex-wrap: wrap; gap: 0 var(--s2); align-items: baseline; margin: 0 0 var(--s1); font-weight: 600; }
.heading .hint { margin: 0; font-weight: 400; }
.checks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), auto)); gap: 0 var(--s3); font-size: var(--small); line-height: 1.3; }
.checks .check { align-items: center; padding: 0; gap: var(--s2); font-weight: 500; }
.checks + .hint { margin-top: 0; }
.check { display: flex; gap: min(.75rem, 3vw); align-items: flex-start; min-height: 2.75rem; padding: var(--s2) 0; font-weight: 600; cursor: pointer; }
.check input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; accent-color: var(--accent); }
.button-danger { background: var(--bad-tint); color: var(--bad); }
[aria-busy="true"] { opacity: .6; cursor: progress; }
.returning { flex-direction: column; gap: 0; }
.small { min-height: 2.75rem; padding: .375rem .875rem; font-size: var(--small); }
.compact + .actions, .actions + .actions { margin-top: var(--s2); }
.attributes { list-style: none; margin: 0 0 1.25rem; padding: 0; border-top: 1px solid var(--line); }
.attributes li { display: flex; flex-wrap: wrap; gap: 0 var(--s4); align-items: baseline; justify-content: space-between; padding: var(--s2) 0; border-bottom: 1px solid var(--line); }
.attributes span { color: var(--soft); font-size: var(--small); }
.facts { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .375rem var(--s4); margin: 0 0 1.25rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; font-weight: 600; }
@media (max-width: 22rem) { .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: var(--s2); } }
.match { display: block; margin: 0 0 var(--s3); padding: var(--s3) var(--s2); border-radius: 1.25rem; background: var(--tint); color: var(--accent-deep); text-align: center; font-size: min(4.5rem, 30vw); line-height: 1.1; font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.match + p, .match + p + p { margin: 0; text-align: center; font-variant-numeric: tabular-nums; }
.match + p { font-weight: 600; }
.match ~ .actions, .match ~ .notice { margin-top: var(--s4); }
.app { display: none; }
.app .button { width: 100%; }
.app details { margin: 0; }
.app details[open] { padding-bottom: .5rem; }
summary.button { list-style: none; } summary.button::-webkit-details-marker { display: none; }
summary:not(.button) + .choices { margin-top: .25rem; }
summary.button + .choices { margin-top: .625rem; }
.or { display: flex; gap: .75rem; align-items: center; margin: 1.25rem 0 1rem; font-size: 1rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.start-code { margin: 1.25rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (pointer: coarse) {
  .app { display: block; }
}
@media (pointer: coarse) and (forced-colors: none) {
  .app + form:not(:has(#name:valid)) .button { background: var(--fill); color: var(--ink); }
}
@media (pointer: coarse) and (hover: none) and (max-width: 40rem) { .start-code { display: none; } }
.actions + [role="timer"] { margin-top: var(--s4); font-weight: 600; }
.code { display: block; width: min(15rem, 100%); margin: 0 auto 1rem; background: #fff; fill: #000; }
@media (forced-colors: active) { .choices input:checked + span { border: .25rem solid Highlight; } }
.digits { font-size: min(2.25rem, 10vw); white-space: normal; }
details { margin: 0 0 1.25rem; } summary { min-height: 2.75rem; padding: var(--s2) 0; cursor: pointer; font-weight: 600; color: var(--accent); }
.notice ul { margin: .25rem 0 0; padding-left: 1.25rem; font-size: .9375rem; }
.notice:focus { outline: none; }
.choices input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
`);
