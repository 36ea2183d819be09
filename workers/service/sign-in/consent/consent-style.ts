import { compactCss } from '../../../pages/compact-css.ts';

/**
 * Styles that the consent page adds to the style sheet (style.ts).
 * `terms` contains the important parts: at least 9 pt, bold, and a fifth larger than the adjacent text.
 * Korean law requires this for consent to the disclosure of personal data (the Ministry's notice on Article 17
 * of the Enforcement Decree).
 * `items` are rows without lines, with the values at the right. `long` is a part of which only three lines are shown.
 * `decide` contains the buttons, side by side up to a text size of 150 % on a small phone. With scripts
 * (scroll-before-consent.ts), they stay in view if the text size leaves enough room.
 */
export const consentStyle = compactCss(`
.group { margin: 0 0 var(--s1); font-size: var(--body); }
.items { margin-bottom: var(--s5); }
.items li { padding: .3rem 0; } .items li + li { border: 0; }
.items b, .item b { margin-left: auto; font-weight: 600; }
.item { display: flex; flex: 1; flex-wrap: wrap; gap: 0 var(--s4); }
fieldset { border: 0; margin: 0 0 var(--s5); padding: 0; min-width: 0; } fieldset .check { align-items: center; font-weight: 400; }
.terms { column-gap: var(--s3); margin-bottom: var(--s4); padding-top: var(--s4); border-top: 1px solid var(--line); }
.terms dd { font-size: 1.0625rem; line-height: 1.5; }
.terms dd span { display: block; font-size: .875rem; font-weight: 400; color: var(--soft); }
.long { margin: 0; } .long summary { display: block; padding: 0; color: inherit; } .long summary::after { content: none; }
.long p { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; margin: 0; } .long[open] p { display: block; }
.terms .long span { padding: .25rem 0; color: var(--accent); text-decoration: underline; } .terms .long[open] span { display: none; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; }
.decide { display: flex; flex-wrap: wrap; margin-top: .75rem; background: var(--card); } .decide > * { flex: 1 1 5rem; }
.decide .button, .decide .button-quiet { height: 100%; padding: .5rem .375rem; }
@media (min-height: 45em) {
  html { scroll-padding-bottom: 6rem; }
  .stays { position: sticky; bottom: 0; padding: .75rem 0; border-top: 1px solid var(--line); }
}
`);
