import { compactCss } from '../../../pages/compact-css.ts';

/**
 * Styles that the consent page adds to the style sheet (style.ts).
 * `terms` contains the important parts: at least 9 pt, bold, and a fifth larger than the text around them.
 * Korean law requires this for consent to the disclosure of personal data (the Ministry's notice on Article 17
 * of the Enforcement Decree).
 * `items` follow each other in lines, so that most pages fit on a phone with the buttons. `long` is a part of which only
 * three lines are shown. `decide` contains the buttons, side by side up to a text size of 150 % on a small phone. With
 * scripts (scroll-before-consent.ts), they stay in view if the text size leaves enough room.
 */
export const consentStyle = compactCss(`
.group { margin: 0 0 var(--s1); font-size: var(--body); }
.items { display: flex; flex-wrap: wrap; gap: .125rem 1.125rem; margin-bottom: var(--s3); }
.items li { gap: 0 .375rem; justify-content: start; padding: 0; color: var(--soft); font-size: var(--small); } .items li + li { border: 0; }
.items b, .item b { color: var(--ink); font-weight: 600; }
.item { display: flex; flex: 1; flex-wrap: wrap; gap: 0 .375rem; }
fieldset { display: flex; flex-wrap: wrap; gap: 0 var(--s3); border: 0; margin: 0 0 var(--s2); padding: 0; min-width: 0; } fieldset .check { gap: .375rem; align-items: center; padding: 0; font-weight: 400; font-size: var(--small); }
.terms { gap: .25rem var(--s3); margin-bottom: var(--s2); padding-top: var(--s3); border-top: 1px solid var(--line); }
.automatic .check { padding-bottom: 0; } .automatic .hint, #read { margin: 0; }
.terms dd { font-size: 1.125rem; line-height: 1.4; }
.long { margin: 0; } .long summary { display: block; padding: 0; color: inherit; } .long summary::after { content: none; }
.long p { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; margin: 0; } .long[open] p { display: block; }
.terms .long span { padding: .25rem 0; color: var(--accent); font-size: var(--small); font-weight: 400; text-decoration: underline; } .terms .long[open] span { display: none; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; }
.decide { display: flex; flex-wrap: wrap; margin: .5rem 0 .25rem; background: var(--card); } .decide > * { flex: 1 1 5rem; } .decide > .button { flex-grow: 2; }
.decide .button, .decide .button-quiet { height: 100%; padding: .5rem .375rem; }
@media (min-height: 30em) {
  html { scroll-padding-bottom: 6rem; }
  .stays { position: sticky; bottom: 0; padding: .5rem 0; }
}
`);
