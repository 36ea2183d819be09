import { compactCss } from './compact-css.ts';

/**
 * The style sheet of every page. It is inline, so that a page is one request. Colors have WCAG AA contrast in light
 * and dark mode, targets are at least 44 px high, and nothing is wider than 320 px. On iPhones the text size
 * follows the system setting (`-apple-system-body`); elsewhere the browser scales it (`text-scale` in layout.tsx).
 *
 * Scales: spaces are `--s1` to `--s6`; text is `--small`, `--body`, `--large`, or `--title`. A page has one primary
 * `button`; other buttons are `button-quiet`. On a phone the page is one white surface; on wider screens each
 * `card` is a surface of its own.
 *
 * Blocks: `card`, `actions`. Links and buttons: `button`, `button-quiet`, `way` (a separate link or link-like
 * button), `ways` (several, at the foot). Text: `lead`, `hint`, `brand`, `visually-hidden`. `wide` on `body` makes
 * room for tools. `details` are content that the user can unfold. Styles of blocks are in block-style.ts, those of forms in form-style.ts.
 */
export const style = compactCss(`
:root {
  color-scheme: light dark;
  --paper: #f3f5f7; --card: #fff; --fill: #eef2f4; --ink: #16202a; --soft: #51606d; --line: #e1e7eb; --edge: #74838f;
  --accent: #0a5663; --accent-deep: #07424c; --on-accent: #fff; --tint: #e3f1f3;
  --good: #14603a; --good-tint: #e4f4ea; --bad: #a3231d; --bad-tint: #fdecea; --shadow: 0 1px 2px #16202a0f, 0 .5rem 2rem #16202a0f;
  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --small: .9375rem; --body: 1rem; --large: 1.125rem; --title: 1.5rem;
  font: 100%/1.6 system-ui, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1418; --card: #172026; --fill: #243039; --ink: #e9eff3; --soft: #a9b7c1; --line: #2b3840; --edge: #7f909c;
    --accent: #7ad4de; --accent-deep: #a5e5ec; --on-accent: #06272d; --tint: #143339;
    --good: #8fdcae; --good-tint: #14311f; --bad: #ffaaa2; --bad-tint: #3d1b19; --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { --page: var(--paper); margin: 0; min-height: 100vh; background: var(--page); color: var(--ink); word-break: keep-all; overflow-wrap: anywhere; }
main, .bar, .foot { max-width: 28rem; margin: 0 auto; padding: 0 min(1.25rem, 5vw); }
.wide main, .wide .bar, .wide .foot { max-width: 68rem; }
main { padding-bottom: var(--s1); }
main:first-child { padding-top: var(--s5); }
.bar { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; justify-content: space-between; min-height: 3rem; }
.bar p { margin: 0; color: var(--soft); font-size: var(--small); }
.foot { padding-bottom: var(--s1); color: var(--soft); font-size: var(--small); line-height: 1.5; }
.foot p { margin: 0; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.ways.centered { justify-content: center; margin-top: var(--s2); }
.foot .ways { gap: 0 var(--s1); margin: 0 -.375rem; }
.foot .ways a { padding: 0 .375rem; color: inherit; }
.ways a, .ways button, .way, .language { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding: 0; font: inherit; color: var(--accent); text-align: start; background: none; border: 0; text-decoration: underline; text-underline-offset: .2em; cursor: pointer; }
.bar > :last-child:not(:first-child) { margin-left: auto; }
.language { gap: .375rem; } .language svg { width: 1.125rem; height: 1.125rem; }
.brand { display: inline-flex; align-items: center; gap: var(--s2); min-height: 2.75rem; color: var(--ink); font-weight: 600; font-size: var(--body); text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); flex: none; }
.brand img { max-width: 8rem; height: 1.75rem; flex: none; }
h1, h2, h3 { line-height: 1.35; margin: 0 0 var(--s2); letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: var(--title); } h2 { font-size: var(--large); } h3 { font-size: var(--body); }
p { margin: 0 0 var(--s4); text-wrap: pretty; }
ul { padding-left: 1.25rem; } ul:not([class]) > li + li { margin-top: var(--s1); }
a { color: var(--accent); text-underline-offset: .2em; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: var(--shadow); padding: min(2rem, 5vw); margin: 0 0 var(--s1); }
.card > :last-child { margin-bottom: 0; }
.card > .actions:first-child { margin-top: 0; }
body:not(.wide) .card + .card { margin-top: var(--s4); }
.lead { color: var(--soft); margin-bottom: var(--s5); }
.hint, .error { font-size: var(--small); margin: var(--s2) 0 0; }
.hint { color: var(--soft); line-height: 1.5; text-wrap: pretty; }
.button, .button-quiet, .button-danger {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3.25rem; padding: var(--s2) min(1.25rem, 4vw); font: inherit; font-weight: 600; text-align: center; text-wrap: balance; text-decoration: none;
  border: 1px solid transparent; border-radius: .875rem; cursor: pointer;
}
.button { background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-deep); }
.button-quiet { background: var(--fill); color: var(--ink); }
.button-quiet:hover { background: var(--line); }
.actions { display: grid; gap: var(--s2); margin: var(--s5) 0 0; }
.actions > .way { justify-self: center; }
.actions form, form.actions { margin-bottom: 0; }
.actions + .hint { margin-top: var(--s2); }
.actions .button, .actions .button-quiet, .actions .button-danger { width: 100%; }
details[open] { margin-bottom: var(--s4); }
summary { display: flex; gap: var(--s2); align-items: center; min-height: 2.75rem; padding: var(--s2) 0; list-style: none; cursor: pointer; font-weight: 600; color: var(--accent); }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; flex: none; width: .5em; height: .5em; border: solid; border-width: 0 .125em .125em 0; transform: translateY(-.125em) rotate(45deg); }
[open] > summary::after { transform: translateY(.125em) rotate(225deg); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
code.selectable { user-select: all; -webkit-user-select: all; }
:focus-visible:not(.notice) { outline: 3px solid var(--accent); outline-offset: 2px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 30rem) {
  body:not(.wide) { --page: var(--card); }
  body:not(.wide) .card { padding: var(--s1) 0 0; border: 0; border-radius: 0; box-shadow: none; }
  body:not(.wide) .card + .card { margin-top: var(--s5); padding-top: var(--s5); border-top: 1px solid var(--line); }
}
@supports (font: -apple-system-body) and (-webkit-touch-callout: default) {
  :root { font: -apple-system-body; line-height: 1.6; -webkit-text-size-adjust: 100%; }
}
@media (forced-colors: active) {
  .button, .button:hover { forced-color-adjust: none; background: Highlight; color: HighlightText; outline-color: CanvasText; }
  .brand svg { color: CanvasText; }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`);
