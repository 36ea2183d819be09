import { compactCss } from '../../../pages/compact-css.ts';

/**
 * Styles that a waiting page adds to the style sheet (style.ts). `ring` shows the time left around the number. `look` is a
 * picture with its text.
 */
export const waitingStyle = compactCss(`
.ask { text-align: center; }
.ring { position: relative; display: grid; place-items: center; width: min(9rem, 100%); aspect-ratio: 1; margin: 0 auto var(--s2); color: var(--accent); }
.ring svg { position: absolute; inset: 0; transform: rotate(-90deg); fill: none; stroke: var(--line); stroke-width: 5; }
#ring { stroke: currentColor; stroke-linecap: round; transition: stroke-dashoffset 1s linear; }
.ring .match { margin: 0; padding: 0; border: 0; background: none; font-size: min(4rem, 30vw); }
.timer { margin: var(--s2) 0 0; }
.pair { display: flex; flex-wrap: wrap; gap: var(--s2); } .pair > .actions { flex: 1 1 auto; margin: 0; }
.silence > :not([hidden]), section.silence { margin-top: var(--s5); } .silence ul { margin: 0; padding-left: 1.25rem; }
.look { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 1rem; }
.look svg { flex: none; width: 5rem; fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; } .look rect { fill: var(--card); } .look span { flex: 1 1 8rem; }
@media (forced-colors: active) { .look svg { --accent: CanvasText; --card: Canvas; } }
`);
