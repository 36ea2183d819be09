import { setTimeout as wait } from 'node:timers/promises';
import { explainStartupError } from './startup-errors.ts';

/**
 * Timeouts in milliseconds for the first response after the start (`startTimeout`), for the first response after a
 * crash (`crashTimeout`), and for each attempt (`attemptTimeout`).
 */
const startTimeout = 60_000;
const crashTimeout = 6_000;
const attemptTimeout = 3_000;
const interval = 250;

/**
 * Waits for the first successful response. @param lines wrangler's output so far.
 * @returns a message that describes the failure, or undefined if the environment responded successfully.
 */
export async function waitUntilReady(
  address: string,
  exit: Promise<unknown>,
  lines: readonly string[],
): Promise<string | undefined> {
  const ended = new AbortController();
  void exit.then(() => ended.abort());
  const until = Date.now() + startTimeout;
  while (Date.now() < until) {
    const answer = await ask(address, ended.signal);
    if (answer?.ok) return undefined;
    if (answer !== undefined) return `The local environment does not work. ${messageOf(answer.text)}`;
    await wait(interval);
    const problem = explainStartupError(lines, ended.signal.aborted);
    if (problem !== undefined) return problem;
  }
  return `The local environment did not respond within ${startTimeout / 1000} s.`;
}

/** Whether any response arrives within a few seconds. */
export async function answersSoon(address: string): Promise<boolean> {
  const until = Date.now() + crashTimeout;
  while (Date.now() < until) {
    if ((await ask(address)) !== undefined) return true;
    await wait(interval);
  }
  return false;
}

/** Returns the message of an error response (§7), or the text of any other response. */
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text.trim();
  }
}

/** @returns undefined if no complete response arrives in time. */
async function ask(address: string, ended?: AbortSignal): Promise<{ ok: boolean; text: string } | undefined> {
  const signals = [AbortSignal.timeout(attemptTimeout), ...(ended === undefined ? [] : [ended])];
  try {
    const response = await fetch(address, { signal: AbortSignal.any(signals) });
    return { ok: response.ok, text: await response.text() };
  } catch {
    return undefined;
  }
}
