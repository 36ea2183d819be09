/**
 * The style sheet of every page; it stands in the page itself, so that a page is one request. Colours hold
 * WCAG AA contrast in light and dark, targets are at least 44 px high, nothing is wider than a 320 px screen.
 *
 * Blocks: `card`, `notice` (`good`, `bad`), `facts` (a `dl` of names and values), `attributes` (a `ul`), `match` (the big
 * number), `columns`, `actions`. Forms: `compact` (all on one screen), `field`, `heading` (a label and its hint), `choices` (radio buttons as tiles), `check`, `checks`, `button`, `button-quiet`,
 * `button-danger`. Text: `lead`, `hint`, `error`, `tag`, `brand`, `way` (a link that stands by itself), `ways` (several, at the foot), `visually-hidden`.
 * `wide` on `body` makes room for tools.
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
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); word-break: keep-all; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
main, .bar, .foot { max-width: 28rem; margin: 0 auto; padding: 0 min(1rem, 4vw); }
.wide main, .wide .bar, .wide .foot { max-width: 68rem; }
main { padding-bottom: .25rem; }
main:first-child { padding-top: 1.5rem; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; min-height: 2.75rem; padding-top: .25rem; padding-bottom: .25rem; }
.foot { padding-bottom: .25rem; color: var(--soft); font-size: .875rem; }
.foot p { margin: 0; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.ways a, .ways button { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; padding: 0; font: inherit; color: var(--accent); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 700; font-size: 1.125rem; text-decoration: none; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); flex: none; }
.brand img { max-width: 8rem; height: 1.75rem; flex: none; }
h1, h2, h3 { line-height: 1.3; margin: 0 0 .5rem; letter-spacing: -.01em; text-wrap: balance; }
h1 { font-size: 1.375rem; } h2 { font-size: 1.125rem; } h3 { font-size: 1rem; }
p { margin: 0 0 1rem; text-wrap: pretty; }
h1 + .notice { margin-top: 1rem; }
a { color: var(--accent); text-underline-offset: .2em; }
.way { display: inline-flex; align-items: center; min-height: 2.75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); padding: min(1.5rem, 5vw); margin: 0 0 .25rem; }
.card > :last-child { margin-bottom: 0; }
.card > .heading { margin-bottom: .5rem; }
.lead { color: var(--soft); margin-bottom: 1.5rem; }
.asking { margin-bottom: .75rem; color: var(--soft); }
.asking strong { color: var(--ink); font-size: 1.125rem; }
.asking code, .heading code { font-weight: 400; display: inline-block; max-width: 100%; border: 1px solid var(--line); border-radius: .375rem; padding: .0625rem .375rem; }
.hint, .error { font-size: .875rem; margin: .375rem 0 0; }
.hint { color: var(--soft); }
.error { color: var(--bad); font-weight: 600; }
.tag { display: inline-block; border-radius: 1rem; padding: .0625rem .625rem; background: var(--tint); color: var(--accent-deep); font-size: .8125rem; font-weight: 600; }
.notice { background: var(--tint); border-left: .25rem solid var(--accent); border-radius: .5rem; padding: min(.75rem, 4vw) min(1rem, 4vw); margin: 0 0 1.25rem; }
.notice.good { background: var(--good-tint); border-color: var(--good); }
.notice.bad { background: var(--bad-tint); border-color: var(--bad); }
.notice > :last-child { margin-bottom: 0; }
.field { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.field > label, .label, legend { display: block; font-weight: 600; margin: 0 0 .375rem; padding: 0; }
input[type="text"], input[type="tel"], input[type="number"], input:not([type]), select, textarea {
  width: 100%; min-height: 2.75rem; padding: .5rem min(.75rem, 3vw); font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: .625rem;
}
input::placeholder { color: var(--soft); opacity: 1; }
input[aria-invalid="true"], select[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(4.4rem, 30%)), 1fr)); gap: .375rem; }
.choices label { position: relative; display: block; }
.choices input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.choices span { display: flex; flex-wrap: wrap; align-content: center; align-items: center; justify-content: center; gap: 0 .25rem; min-height: 2.75rem; padding: .125rem; line-height: 1.25; border: 1px solid var(--edge); border-radius: .625rem; text-align: center; }
.choices input:checked + span { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); background: var(--tint); font-weight: 700; }
[aria-invalid="true"] .choices span { border-color: var(--bad); }
.compact .field { margin-bottom: .5rem; }
.compact .actions { margin-top: .5rem; }
.heading { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: baseline; margin: 0 0 .25rem; font-weight: 600; }
.heading h1 { margin: 0; }
.heading .hint { margin: 0; font-weight: 400; }
.checks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: 0 .75rem; font-size: .9375rem; line-height: 1.3; }
.checks .check { align-items: center; padding: 0; gap: .5rem; }
.checks + .hint { margin-top: 0; }
.check { display: flex; gap: min(.75rem, 3vw); align-items: flex-start; min-height: 2.75rem; padding: .5rem 0; font-weight: 600; cursor: pointer; }
.check input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; accent-color: var(--accent); }
.button, .button-quiet, .button-danger {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .625rem min(1.25rem, 4vw); font: inherit; font-weight: 600; text-align: center; text-wrap: balance; text-decoration: none;
  border: 1px solid transparent; border-radius: .75rem; cursor: pointer;
}
.button { background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-deep); }
.button-quiet { background: transparent; color: var(--accent); border-color: var(--edge); }
.button-quiet:hover { background: var(--tint); }
.button-danger { background: transparent; color: var(--bad); border-color: var(--bad); }
.button-danger:hover { background: var(--bad-tint); }
.small { min-height: 2.75rem; padding: .375rem .875rem; font-size: .875rem; }
.actions { display: grid; gap: .625rem; margin: 1.5rem 0 0; }
.actions form, form.actions { margin-bottom: 0; }
.compact + .actions, .actions + .actions { margin-top: .625rem; }
.compact + .actions .button-quiet { min-height: 2.75rem; }
.actions + .hint { margin-top: .5rem; }
.actions .button, .actions .button-quiet, .actions .button-danger { width: 100%; }
.attributes { list-style: none; margin: 0 0 1.25rem; padding: 0; border-top: 1px solid var(--line); }
.attributes li { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.attributes span { color: var(--soft); font-size: .875rem; }
.facts { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .375rem 1rem; margin: 0 0 1.25rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; font-weight: 600; }
.match { display: block; margin: 0 0 .5rem; padding: .5rem; border-radius: 1rem; background: var(--tint); color: var(--accent-deep); text-align: center; font-size: min(4.5rem, 30vw); line-height: 1.1; font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.match + p, .match + p + p { margin: 0; text-align: center; font-variant-numeric: tabular-nums; }
.match + p { font-weight: 600; }
.match ~ .actions, .match ~ .notice { margin-top: .75rem; }
.columns { display: grid; gap: 1rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
table { width: 100%; border-collapse: collapse; margin: 0 0 1.25rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: 0 0 1.25rem; }
code.selectable { user-select: all; -webkit-user-select: all; }
details { margin: 0 0 1.25rem; } summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; font-weight: 600; color: var(--accent); }
.notice ul { margin: .25rem 0 0; padding-left: 1.25rem; font-size: .9375rem; }
.notice:focus { outline: none; }
:focus-visible:not(.notice), .choices input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 22rem) { .card { padding: 1.125rem; } .brand { font-size: 1rem; } .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .5rem; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`.replaceAll(/\n\s*/g, '\n');
