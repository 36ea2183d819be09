import { compactCss } from './compact-css.ts';

/**
 * Styles of pages with personal data or a waiting state, in addition to style.ts.
 *
 * Blocks: `application` (logo, name, and host), `notice` (notice.tsx), `facts` and `rows` (list.tsx; `row` is a line
 * within a row), `match` (the big number) with `digits`, `code` (a QR code), `timer` (time left, and what happens), `mark`.
 * Buttons: `button-danger`, `small`. Text: `error`.
 */
export const blockStyle = compactCss(`
.application { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s3); margin: 0 0 var(--s4); }
.application .names { flex: 1 1 9rem; min-width: 0; }
.application h1, .application p { margin: 0; }
.application strong { font-size: var(--large); } .host { color: var(--soft); font-size: var(--small); line-height: 1.4; }
.logo { max-width: 6rem; height: 2.5rem; margin-top: .25rem; border-radius: .625rem; flex: none; }
.error { color: var(--bad); font-weight: 600; }
.notice { background: var(--tint); border: 1px solid transparent; border-radius: .875rem; padding: min(var(--s4), 4vw); margin: 0 0 var(--s4); }
.notice.good { background: var(--good-tint); } .notice.bad { background: var(--bad-tint); }
.notice:has(> svg) { display: flex; gap: min(.625rem, 3vw); }
.notice > svg { flex: none; width: 1.25rem; height: 1.6em; color: var(--accent); } .good > svg { color: var(--good); } .bad > svg { color: var(--bad); }
.notice div { min-width: 0; } .notice p, .notice > :last-child { margin-bottom: 0; } .notice p + p:not(.hint) { margin-top: var(--s2); }
.notice details[open] { margin: 0; } .notice details:not([open]) { margin-bottom: calc(0px - var(--s2)); }
.notice ul { margin: 0; padding-left: 1.25rem; font-size: var(--small); }
.notice:focus { outline: none; }
.button-danger { background: var(--bad-tint); color: var(--bad); }
[aria-busy="true"] { opacity: .6; cursor: progress; }
.small { min-height: 2.75rem; padding: .375rem .875rem; font-size: var(--small); }
.actions + .actions { margin-top: var(--s2); }
.rows { list-style: none; margin: 0; padding: 0; }
.rows li, .row { display: flex; flex-wrap: wrap; gap: 0 var(--s4); align-items: baseline; justify-content: space-between; }
.rows li { padding: var(--s3) 0; } .rows li + li { border-top: 1px solid var(--line); }
.row { flex: 1 1 100%; margin: 0; }
.rows .hint { margin: 0; }
.facts { display: grid; grid-template-columns: fit-content(38%) 1fr; gap: .375rem var(--s4); margin: 0 0 1.25rem; }
.facts dt { padding-top: .2em; color: var(--soft); font-size: .875rem; } .facts dd { margin: 0; font-weight: 600; }
@media (max-width: 22rem) { .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: var(--s2); } }
mark { flex: none; padding: 0 var(--s2); border-radius: 1rem; background: var(--tint); color: var(--accent-deep); font-size: var(--small); white-space: nowrap; }
.match { display: block; margin: 0 0 var(--s3); padding: var(--s3) var(--s2); border: 1px solid transparent; border-radius: 1.25rem; background: var(--tint); color: var(--accent-deep); text-align: center; font-size: min(4.5rem, 30vw); line-height: 1.1; font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.digits { font-size: min(2.25rem, 10vw); white-space: normal; }
.timer { text-align: center; font-variant-numeric: tabular-nums; } .timer p { margin: 0; } #time-left { font-weight: 600; }
.timer ~ .notice, .actions + .timer { margin-top: var(--s4); }
.code { display: block; width: min(15rem, 100%); aspect-ratio: 1; margin: 0 auto var(--s4); border-radius: .5rem; background: #fff; fill: #000; }
@media (forced-colors: active) { .notice > svg { color: CanvasText; } .match { line-height: 1.5; } }
@media (scripting: none) { .code { display: none; } }
`);
