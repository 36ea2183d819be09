import { compactCss } from '../../../pages/compact-css.ts';

/**
 * Styles that a waiting page adds to the style sheet (style.ts). `on-phone` and `on-desk` contain the same link
 * in two places: one for a touch screen, one for a pointer. Only one is displayed, so that reading order and
 * focus order match the visual order. `look` is a picture beside its text.
 */
export const waitingStyle = compactCss(`
.on-phone { display: none; }
@media (pointer: coarse) and (hover: none) { .on-phone { display: grid; margin: 0 0 1rem; } .on-desk { display: none; } }
.on-phone .hint { margin: 0; } .on-desk { margin-bottom: .5rem; }
.pair { display: flex; flex-wrap: wrap; gap: var(--s2); } .pair > .actions { flex: 1 1 auto; margin: 0; }
.silence > :not([hidden]), section.silence { margin-top: var(--s5); } .silence ul { margin: 0; padding-left: 1.25rem; }
.look { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 1rem; }
.look svg { flex: none; width: 5rem; fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; } .look rect { fill: var(--card); } .look span { flex: 1 1 8rem; }
@media (forced-colors: active) { .look svg { --accent: CanvasText; --card: Canvas; } }
`);
