import type { FailedSignIn } from './outcomes.ts';

/**
 * Logs a failure that a developer may have to fix, in one line without personal data or secrets: a wrong setup as an
 * error, and a refusal as a warning. Other failures are normal in the life of a website.
 */
export function logFailure({ type, error }: FailedSignIn): void {
  const id = error.requestId === undefined ? '' : ` X-Request-Id: ${error.requestId}`;
  if (type === 'misconfigured') console.error(`plid: ${error.message}${id}`);
  if (type === 'refused') warn(`a sign-in was refused. ${error.message}${id}`);
}

/** Logs a warning. @param text without personal data and secrets. */
export const warn = (text: string): void => console.warn(`plid: ${text}`);
