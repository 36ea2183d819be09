import { compactCss } from '../../workers/pages/compact-css.ts';

/**
 * Styles of the phone. From top to bottom: `phone-bar` (carrier, camera, and battery), `lock` (the lock screen with
 * its `clock` and each `notification`), and `phone-app` (the carrier's app). The lock screen has one color, which
 * keeps pictures of it small. In the app, `request` is a pending request with its `flags` and `numbers`. While a
 * request is pending, the app shows nothing else (`idle`).
 */
export const phoneStyle = compactCss(`
.phone { --case: #16202a; --wall: #0a5663; width: 100%; max-width: 24rem; border: .625rem solid var(--case); border-radius: 3rem; background: var(--wall); color: #fff; box-shadow: 0 0 0 1px var(--edge), var(--shadow); overflow: hidden; }
.phone-bar { display: grid; grid-template-columns: 1fr auto 1fr; gap: var(--s2); align-items: center; padding: var(--s2) 1.25rem; font-size: .875rem; font-weight: 600; }
.phone-bar > * { grid-row: 1; }
.phone-bar::before { content: ""; grid-area: 1 / 2; width: 4.5rem; height: 1.25rem; border-radius: 1rem; background: var(--case); }
.phone-bar svg { grid-column: 3; justify-self: end; height: .75rem; }
.phone-app, .own-answers, .idle { display: flow-root; margin: 0; padding: 1.25rem 1.25rem 0; background: var(--card); color: var(--ink); }
.phone-app { border-radius: 1.5rem 1.5rem 0 0; }
.phone::after { content: ""; display: block; height: 2.25rem; background: linear-gradient(var(--edge) 0 0) 50% 75% / 7rem .25rem no-repeat var(--card); }
.own-answers { color: var(--soft); font-size: var(--small); line-height: 1.5; }
.lock { padding: var(--s3) var(--s3) var(--s4); line-height: 1.35; }
.clock { display: grid; justify-items: center; margin: 0; } .clock span { position: relative; }
.clock strong { font-size: 3rem; font-weight: 300; line-height: 1.2; font-variant-numeric: tabular-nums; }
.lock ul { list-style: none; margin: var(--s3) 0 0; padding: 0; } .lock li + li { margin-top: var(--s2); }
.notification { display: flex; gap: var(--s3); align-items: center; padding: var(--s3); border: 1px solid transparent; border-radius: 1.25rem; background: #f4f8f9; color: #16202a; font-size: var(--small); line-height: 1.4; text-decoration: none; }
.notification svg, .app-title svg { flex: none; width: 2.25rem; height: 2.25rem; padding: .3125rem; border-radius: .625rem; background: #0a5663; color: #fff; }
.notification small { color: #51606d; }
.app-title { display: flex; gap: var(--s3); align-items: center; margin-bottom: var(--s4); line-height: 1.3; }
.app-title small { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; letter-spacing: 0; font-variant-numeric: tabular-nums; }
.phone-app h3 { margin-top: var(--s5); }
.idle section { padding-top: var(--s5); border-top: 1px solid var(--line); } .idle section + section { margin-top: var(--s5); }
.phone:has(.request) .idle { display: none; }
.request + .request { margin-top: var(--s5); padding-top: var(--s5); border-top: 1px solid var(--line); }
.request h3 { margin-top: 0; font-size: 1.25rem; }
.request .facts { grid-template-columns: minmax(4.5rem, auto) 1fr; gap: var(--s1) var(--s3); margin: var(--s3) 0; padding: var(--s3) var(--s4); border-radius: .875rem; background: var(--fill); font-size: var(--small); }
.vendor-text { margin: var(--s3) 0; white-space: pre-line; }
.flags { list-style: none; margin: 0 0 var(--s4); padding: 0; font-size: var(--small); line-height: 1.5; }
.flags li { display: flex; gap: var(--s2); margin-bottom: var(--s1); font-weight: 600; color: var(--accent); } .flags .bad { color: var(--bad); }
.flags svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .125rem; }
.request form { margin-bottom: var(--s2); } .request form p { margin-bottom: var(--s2); }
.request form .hint { margin: var(--s2) 0 var(--s4); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 4rem), 1fr)); gap: var(--s2); margin: 0 0 var(--s2); }
.numbers button { min-height: 4rem; padding: 0; font-size: 1.75rem; font-variant-numeric: tabular-nums; }
.typed { display: flex; flex-wrap: wrap; gap: var(--s2); }
.typed input { flex: 1 1 5rem; width: auto; min-width: 0; }
.request .typed input { font-size: 1.5rem; text-align: center; }
.request form > button { width: 100%; min-height: 4rem; padding: var(--s2); }
@media (prefers-color-scheme: dark) { .phone { --case: #05090b; --wall: #0f3d46; } }
@media (max-width: 16rem) { .phone-bar::before { display: none; } .notification { flex-direction: column; align-items: start; } }
@media (max-width: 24rem) { .request .facts { grid-template-columns: 1fr; gap: 0; } }
@media (max-width: 22rem) { .phone { border-width: .375rem; border-radius: 2.25rem; } .phone-app, .own-answers, .idle { padding: var(--s4) var(--s4) 0; } }
`);
