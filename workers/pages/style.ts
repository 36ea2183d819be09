/**
 * The style sheet of every page. It is inline, so that a page is one request. Colors have WCAG AA contrast in light
 * and dark mode, targets are at least 44 px high, and nothing is wider than 320 px. On iPhones the text size
 * follows the system setting (`-apple-system-body`); elsewhere the browser scales it (`text-scale` in layout.tsx).
 *
 * Blocks: `card`, `actions`. Links and buttons: `button`, `button-quiet`, `way` (a separate link), `ways` (several,
 * at the foot). Text: `lead`, `hint`, `brand`, `visually-hidden`. `wide` on `body` makes room for tools. Styles of
 * forms are in form-style.ts.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f3f5f7; --card: #fff; --ink: #16202a; --soft: #51606d; --line: #d9e0e6; --edge: #74838f;
  --accent: #0b5c6b; --accent-deep: #084753; --on-accent: #fff; --tint: #e3f1f3;
  --good: #14603a; --good-tint: #e4f4ea; --bad: #a3231d; --bad-tint: #fdecea; --shadow: 0 1px 2px #16202a14, 0 8px 28px #16202a12;
  font: 100%/1.6 system-ui, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1418; --card: #172026; --ink: #e9eff3; --soft: #a9b7c1; --line: #2b3840; --edge: #7f909c;
    --accent: #7ad4de; --accent-deep: #a5e5ec; --on-accent: #06272d; --tint: #143339;
    --good: #8fdcae; --good-tint: #14311f; --bad: #ffaaa2; --bad-tint: #3d1b19; --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); word-break: keep-all; overflow-wrap: anywhere; }
main, .bar, .foot { max-width: 28rem; margin: 0 auto; padding: 0 min(1rem, 4vw); }
.wide main, .wide .bar, .wide .foot { max-width: 68rem; }
main { padding-bottom: .25rem; }
main:first-child { padding-top: 1.5rem; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; min-height: 2.75rem; }
.bar p { margin: 0; color: var(--soft); font-size: .9375rem; }
.foot { padding-bottom: .25rem; color: var(--soft); font-size: .9375rem; line-height: 1.5; }
.foot p { margin: 0; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.foot .ways { gap: 0 .75rem; }
.ways a, .ways button, .language { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding: 0; font: inherit; color: var(--accent); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.bar > :last-child:not(:first-child) { margin-left: auto; }
.language { gap: .375rem; } .language svg { width: 1.125rem; height: 1.125rem; }
.brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 700; font-size: 1.125rem; text-decoration: none; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); flex: none; }
.brand img { max-width: 8rem; height: 1.75rem; flex: none; }
h1, h2, h3 { line-height: 1.3; margin: 0 0 .5rem; letter-spacing: -.01em; text-wrap: balance; }
h1 { font-size: 1.375rem; } h2 { font-size: 1.125rem; } h3 { font-size: 1rem; }
p { margin: 0 0 1rem; text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: .2em; }
.way { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); padding: min(1.5rem, 5vw); margin: 0 0 .25rem; }
.card > :last-child { margin-bottom: 0; }
.lead { color: var(--soft); margin-bottom: 1.5rem; }
.hint, .error { font-size: .9375rem; margin: .375rem 0 0; }
.hint { color: var(--soft); line-height: 1.5; }
.button, .button-quiet, .button-danger {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .625rem min(1.25rem, 4vw); font: inherit; font-weight: 600; text-align: center; text-wrap: balance; text-decoration: none;
  border: 1px solid transparent; border-radius: .75rem; cursor: pointer;
}
.button { background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-deep); }
.button-quiet { background: transparent; color: var(--accent); border-color: var(--edge); }
.button-quiet:hover { background: var(--tint); }
.actions { display: grid; gap: .625rem; margin: 1.5rem 0 0; }
.actions form, form.actions { margin-bottom: 0; }
.actions + .hint { margin-top: .5rem; }
.actions .button, .actions .button-quiet, .actions .button-danger { width: 100%; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
code.selectable { user-select: all; -webkit-user-select: all; }
:focus-visible:not(.notice) { outline: 3px solid var(--accent); outline-offset: 2px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 22rem) { .card { padding: min(1.125rem, 5vw); } .brand { font-size: 1rem; } }
@supports (font: -apple-system-body) and (-webkit-touch-callout: default) {
  :root { font: -apple-system-body; line-height: 1.6; -webkit-text-size-adjust: 100%; }
}
@media (forced-colors: active) {
  .button, .button:hover { forced-color-adjust: none; background: Highlight; color: HighlightText; outline-color: CanvasText; }
  .brand svg { color: CanvasText; }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`.replaceAll(/\n\s*/g, '\n');
