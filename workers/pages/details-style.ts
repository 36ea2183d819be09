import { compactCss } from './compact-css.ts';

/** Styles of content that the user can unfold. Part of block-style.ts and ending-style.ts. */
export const detailsStyle = compactCss(`
details[open] { margin-bottom: var(--s4); }
summary { display: flex; gap: var(--s2); align-items: center; min-height: 2.75rem; padding: var(--s2) 0; list-style: none; cursor: pointer; font-weight: 600; color: var(--accent); }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; flex: none; width: .5em; height: .5em; border: solid; border-width: 0 .125em .125em 0; transform: translateY(-.125em) rotate(45deg); }
[open] > summary::after { transform: translateY(.125em) rotate(225deg); }
`);
