import type { Shown } from '../support/people/browser-session.ts';
import type { OutagesWorld } from '../support/world/outages-world.ts';

/** What somebody asks of a worker. */
export interface Question {
  /** Gets ready what is asked with, while everything works. @returns what asks, once. */
  prepare(world: OutagesWorld): Promise<() => Promise<Answer>>;
  /** How long what was prepared is good for; some minutes where it is left out. */
  good?: 'a minute' | 'hours';
}

/** An answer, and whether it is the one that was hoped for. */
export interface Answer {
  answer: Pick<Response, 'status' | 'headers'>;
  worked: boolean;
  /** It says of itself that it may be out of date. */
  stale?: boolean;
  /** A page that leaves a person without words, or without a way on. */
  deadEnd?: boolean;
}

/** In a word what a caller got: `works`, `stale`, or the status of a refusal that is one as it should be. */
export function outcomeOf({ answer: { status, headers }, worked, stale, deadEnd }: Answer): string {
  if (worked) return stale ? 'stale' : 'works';
  const retryAfter = Number(headers.get('Retry-After') ?? 0);
  if (status === 503 && !(retryAfter > 0)) return '503 without Retry-After';
  if (status !== 503 && retryAfter > 0) return `${status} with Retry-After`;
  return deadEnd ? `${status} without a way on` : String(status);
}

/** What a person is shown. Where it is a refusal, it should have words, and a way on. */
export function shownToPerson(shown: Omit<Shown, 'url'>, worked: boolean): Answer {
  const words = shown.document.querySelector('h1')?.text ?? '';
  const deadEnd = words === '' || shown.document.querySelector('a.button, form button') === null;
  return { answer: shown, worked, deadEnd };
}

/** An answer for a program. */
export const told = (answer: Response, worked = answer.status === 200): Answer => ({ answer, worked });
