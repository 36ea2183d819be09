import { renderOnce } from './render-once.ts';

const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';

/** The icons of the pages, as lines in a square of 24 units. */
const lines = {
  phone: 'M8.5 1.5h7a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3M9 12l2.2 2.2L15.2 10',
  globe: `M3 12h18${circle}c4.5 4.5 4.5 13.5 0 18-4.5-4.5-4.5-13.5 0-18`,
  info: `${circle}M12 11v5.5M12 7.5v0`,
  good: `${circle}m-4 9.5 2.8 2.8L16 9.5`,
  bad: `${circle}m0 4.5V13m0 3.5v0`,
};

type IconName = keyof typeof lines;

/** A decorative icon in the color of its text. Screen readers skip it. */
export const Icon = renderOnce(({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={lines[name]} />
  </svg>
));
