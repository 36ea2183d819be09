import { iconLines } from '../core/http/icon-lines.ts';
import { renderOnce } from './render-once.ts';

/** A decorative icon in the color of its text. Screen readers skip it. */
export const Icon = renderOnce(({ name }: { name: keyof typeof iconLines }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={iconLines[name]} />
  </svg>
));
