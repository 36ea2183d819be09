import { compactCss } from '../../workers/pages/compact-css.ts';
import { formStyle } from '../../workers/pages/form-style.ts';

/** Marks a control that a script presses: an outline, and a fingertip. */
export const pressingStyle = `
.pressing { position: relative; outline: .25rem solid var(--accent); outline-offset: .1875rem; }
.pressing::after { content: ""; position: absolute; right: .25rem; bottom: -1rem; width: 2.25rem; height: 2.25rem; border: 3px solid #16202a; border-radius: 50%; background: #ffd24dd9; }
`;

/**
 * Additional styles of every page of the sandbox and the demo shop. Blocks: `tabs`, `columns`, `menu` (links or buttons
 * on a surface), `log` (rows without wrapping), and `tag`. A page adds toolStyle or the styles of the phone (phone-style.ts).
 */
export const style =
  formStyle +
  compactCss(`
.wide main { padding-top: var(--s5); padding-bottom: var(--s6); }
.wide .card { margin-bottom: var(--s4); }
.wide main > .card:only-child { max-width: 28rem; margin-inline: auto; }
.bar > nav.tabs { flex-basis: 100%; gap: 0 clamp(.25rem, 20vw - 3.75rem, 1rem); border-bottom: 1px solid var(--line); }
.tabs a { justify-content: center; padding-bottom: 2px; font-size: var(--small); text-decoration: none; color: var(--soft); }
.tabs a[aria-current] { font-weight: 600; color: var(--ink); padding-bottom: 0; border-bottom: 2px solid var(--accent); }
.tag { flex: none; border-radius: 1rem; padding: .0625rem .625rem; background: var(--tint); color: var(--accent-deep); font-size: .8125rem; font-weight: 600; }
.tag.good { background: var(--good-tint); color: var(--good); } .tag.bad { background: var(--bad-tint); color: var(--bad); } .tag.quiet { background: var(--fill); color: var(--soft); }
.columns { display: grid; gap: var(--s4); align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.columns .card { margin: 0; } .columns > div > .card + .card { margin-top: var(--s4); }
h1 + .columns, h1 + .phone, .columns + .card, .columns + .hint { margin-top: var(--s4); }
h1 + .notice { margin-top: var(--s4); }
.lead:has(+ p) { margin-bottom: var(--s1); }
.menu { list-style: none; margin: 0; padding: 0; }
.log li { flex-wrap: nowrap; align-items: center; border-top: 1px solid var(--line); }
.log .hint { display: block; }
.menu { max-width: 36rem; background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: var(--shadow); overflow: hidden; }
.card .menu { max-width: none; margin: 0 calc(-1 * min(2rem, 5vw)); border-width: 1px 0; border-radius: 0; box-shadow: none; }
.menu li + li { border-top: 1px solid var(--line); }
.menu a, .menu button { display: flex; gap: var(--s3); align-items: center; width: 100%; min-height: 3.75rem; padding: var(--s2) min(1.25rem, 5vw); border: 0; background: none; font: inherit; color: inherit; text-align: start; text-decoration: none; cursor: pointer; }
.menu a:hover, .menu button:hover { background: var(--fill); }
.menu :focus-visible { outline-offset: -3px; }
.menu a[aria-current] { background: var(--tint); } .menu a[aria-current] :is(.initial, .tag) { background: var(--card); }
.menu a::after, .menu button::after { content: ""; flex: none; width: .5rem; height: .5rem; border: solid var(--edge); border-width: 2px 2px 0 0; transform: rotate(45deg); }
.initial { display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--fill); color: var(--soft); font-weight: 600; }
.who { display: flex; flex-wrap: wrap; gap: .125rem var(--s2); align-items: center; justify-content: space-between; flex: 1; min-width: 0; line-height: 1.4; }
.number { flex-basis: 100%; color: var(--soft); font-size: var(--small); font-variant-numeric: tabular-nums; }
.unbroken { display: inline-block; margin-right: var(--s2); }
@media (forced-colors: active) { .menu a[aria-current] { outline: 3px solid Highlight; outline-offset: -3px; } }
@media (max-width: 24rem) { .tabs a { font-size: .875rem; } }
@media (max-width: 22rem) { .initial { display: none; } }
${pressingStyle}
`);

/**
 * Styles of the sandbox's tools. Blocks: `grid` (a form with several columns), `presets` (cards that are buttons), `steps`
 * (a numbered list), and `window` (a browser).
 */
export const toolStyle = compactCss(`
h2 + .field, h2 + .grid, h2 + form { margin-top: var(--s4); }
pre { white-space: pre-wrap; background: var(--paper); border-radius: .625rem; padding: var(--s3); margin: 0 0 var(--s4); }
form:has([name=kind] option:checked:not([value=error])) .field:has([name=error], [name=message]),
form:has([name=kind] option:checked:not([value=error], [value=html])) .field:has([name=status]),
form:has([name=endpoint] option:checked:not([value=carrier])) .field:has([name=telcoCd]) { display: none; }
.grid { display: grid; gap: 0 var(--s4); grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
details.card { padding-block: var(--s2); } details.card form { padding: var(--s2) 0 var(--s4); }
.card + section:not(.card) { margin-top: var(--s5); }
.presets { display: grid; gap: var(--s3); grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); list-style: none; margin: var(--s3) 0 var(--s4); padding: 0; }
.presets button { display: flex; flex-direction: column; gap: var(--s1); width: 100%; height: 100%; padding: var(--s4) min(1.25rem, 5vw); border: 1px solid var(--line); border-radius: 1.25rem; background: var(--card); box-shadow: var(--shadow); font: inherit; color: inherit; text-align: start; cursor: pointer; }
.presets button:hover { background: var(--fill); } .presets strong { font-size: var(--large); } .presets .hint { margin: 0; }
.presets code { margin-top: auto; padding-top: var(--s2); color: var(--soft); }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
fieldset + fieldset { margin-top: var(--s4); padding-top: var(--s5); border-top: 1px solid var(--line); }
legend { float: left; width: 100%; font-size: var(--body); margin-bottom: var(--s3); } legend + * { clear: both; }
.steps { list-style: none; counter-reset: step; margin: 0 0 var(--s5); padding: 0; }
.steps li { display: flex; gap: var(--s3); margin-bottom: var(--s3); counter-increment: step; }
.steps li::before { content: counter(step); flex: none; width: 1.625rem; height: 1.625rem; border-radius: 50%; background: var(--tint); color: var(--accent-deep); font-size: .875rem; font-weight: 700; line-height: 1.625rem; text-align: center; }
#relay .facts { grid-template-columns: minmax(5rem, 38%) 1fr; }
.window { padding-top: 0; overflow: hidden; }
.window-bar { display: flex; gap: var(--s3); align-items: center; margin: 0 calc(-1 * min(2rem, 5vw)) var(--s5); padding: var(--s2) min(2rem, 5vw); background: var(--fill); color: var(--soft); font-size: var(--small); }
.window-bar::before { content: ""; flex: none; width: .625rem; height: .625rem; margin-right: 2rem; border-radius: 50%; background: var(--edge); box-shadow: 1rem 0 var(--edge), 2rem 0 var(--edge); }
`);
