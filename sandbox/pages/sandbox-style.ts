import { compactCss } from '../../workers/pages/compact-css.ts';
import { formStyle } from '../../workers/pages/form-style.ts';

/** Additional styles of the sandbox: a phone, its numbers, and the navigation. */
export const style =
  formStyle +
  compactCss(`
.tag { display: inline-block; border-radius: 1rem; padding: .0625rem .625rem; background: var(--tint); color: var(--accent-deep); font-size: .8125rem; font-weight: 600; }
.columns { display: grid; gap: 1rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
pre { white-space: pre-wrap; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: 0 0 1.25rem; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.ways a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; justify-content: center; text-decoration: none; }
.ways a[aria-current] { font-weight: 700; color: var(--ink); box-shadow: inset 0 -2px var(--accent); }
.bar > nav.main { flex-basis: 100%; }
form:has([name=kind] option:checked:not([value=error])) .field:has([name=error], [name=message]),
form:has([name=kind] option:checked:not([value=error], [value=html])) .field:has([name=status]),
form:has([name=endpoint] option:checked:not([value=carrier])) .field:has([name=telcoCd]) { display: none; }
.phone { --case: #16202a; width: 100%; max-width: 24rem; margin: 0 auto var(--s5); border: .625rem solid var(--case); border-radius: 2.75rem; background: var(--case); box-shadow: var(--shadow); overflow: hidden; }
@media (prefers-color-scheme: dark) { .phone { --case: #3a4853; } }
.phone-bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 var(--s4); padding: .25rem 1.25rem .5rem; color: #f3f6f8; font-size: .875rem; font-variant-numeric: tabular-nums; }
.phone-bar svg { height: .75rem; }
.phone-app { padding: 1.25rem; background: var(--card); border-radius: 1.25rem 1.25rem 2rem 2rem; overflow: hidden; }
.lock { margin: -1.25rem -1.25rem 1.25rem; padding: var(--s4) var(--s3); list-style: none; background: linear-gradient(160deg, #0a5663, #16202a); color: #fff; }
.clock { display: grid; justify-items: center; padding: var(--s5) var(--s3); line-height: 1.3; } .clock strong { font-size: 2.5rem; font-weight: 300; }
.notification { display: flex; gap: var(--s3); align-items: center; padding: var(--s3); border: 1px solid transparent; border-radius: 1.125rem; background: #fffffff2; color: #16202a; font-size: var(--small); line-height: 1.4; text-decoration: none; }
.notification svg, .app-title svg { flex: none; width: 2rem; height: 2rem; padding: .25rem; border-radius: .5rem; background: #0a5663; color: #fff; }
.notification small { color: #51606d; }
.lock li + li { margin-top: var(--s2); }
.app-title { display: flex; align-items: center; gap: var(--s3); margin-bottom: var(--s4); }
.phone section + section { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.request { margin: 0 0 var(--s5); } .request + .request { padding-top: var(--s5); border-top: 1px solid var(--line); }
.request h3 { font-size: 1.125rem; }
.request h3 + .hint { margin-bottom: .75rem; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 4rem), 1fr)); gap: .5rem; margin: 0 0 .5rem; }
.typed { display: flex; flex-wrap: wrap; gap: .5rem; }
.typed input { flex: 1 0 5rem; width: auto; font-size: 1.5rem; text-align: center; }
.request .facts { grid-template-columns: minmax(5rem, auto) 1fr; gap: .375rem var(--s3); margin: 0 0 1rem; }
.pressing { outline: .25rem solid var(--accent); outline-offset: .1875rem; }
.numbers button { min-height: 4rem; padding: 0; font-size: 1.75rem; font-variant-numeric: tabular-nums; }
.request .button-danger, .request form > .button { width: 100%; min-height: 4rem; } .request form > .button { margin-bottom: .5rem; }
.request .button-quiet { width: 100%; margin: .5rem 0; }
.log { list-style: none; margin: 0; padding: 0; }
.log li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem .75rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.log li:last-child { border-bottom: 0; }
.phones { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.phones a, .phones button { width: 100%; font: inherit; text-align: start; cursor: pointer; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 .75rem; min-height: 3.5rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: inherit; text-decoration: none; }
.phones a:hover, .phones button:hover { border-color: var(--accent); }
.phones a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.phones .number { flex-basis: 100%; color: var(--soft); font-variant-numeric: tabular-nums; }
.unbroken { display: inline-block; margin-right: .5rem; }
.grid { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
@media (max-width: 22rem) { .phone { border-width: .25rem; } .phone-app { padding: .75rem; } .lock { margin: -.75rem -.75rem .75rem; } .request .button-danger { padding: .5rem; } }
`);
