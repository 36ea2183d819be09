import type { Shown } from '../support/fixtures/browser-session.ts';
import type { OutagesWorld } from './support/outages-world.ts';

export interface Question {
  /** Prepares the request while everything works. @returns a function that sends it, once. */
  prepare(world: OutagesWorld): Promise<() => Promise<Answer>>;
  /** How long the preparation stays valid; some minutes by default. */
  good?: 'a minute' | 'hours';
}

/** An answer, and whether it is a success. */
export interface Answer {
  answer: Pick<Response, 'status' | 'headers'>;
  worked: boolean;
  /** Whether the answer says that it may be out of date. */
  stale?: boolean;
  /** Whether it is a page without a text for the user, or without a way to continue. */
  deadEnd?: boolean;
}

/** The result in a word: `works`, `stale`, or the status of a proper refusal. */
export function outcomeOf({ answer: { status, headers }, worked, stale, deadEnd }: Answer): string {
  if (worked) return stale ? 'stale' : 'works';
  const retryAfter = Number(headers.get('Retry-After') ?? 0);
  if (status === 503 && !(retryAfter > 0)) return '503 without Retry-After';
  if (status !== 503 && retryAfter > 0) return `${status} with Retry-After`;
  return deadEnd ? `${status} without a way on` : String(status);
}

/** A page as a user sees it. A refusal must have a text, and a way to continue. */
export function shownToPerson(shown: Omit<Shown, 'url'>, worked: boolean): Answer {
  const words = shown.document.querySelector('h1')?.text ?? '';
  const deadEnd = words === '' || shown.document.querySelector('a.button, form button') === null;
  return { answer: shown, worked, deadEnd };
}

export const told = (answer: Response, worked = answer.status === 200): Answer => ({ answer, worked });
