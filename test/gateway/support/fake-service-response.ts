import { onTestFinished } from 'vitest';

/** Replaces `fetch` for one test. @returns the requests that were sent. */
export function answering(answer: (request: Request) => Response): Request[] {
  const sent: Request[] = [];
  const original = globalThis.fetch;
  const replaced: typeof fetch = async (...given) => {
    const request = new Request(...given);
    sent.push(request);
    return answer(request);
  };
  globalThis.fetch = replaced;
  onTestFinished(() => {
    // This runs after `afterEach`, in which a world may have put back what was there before both.
    if (globalThis.fetch === replaced) globalThis.fetch = original;
  });
  return sent;
}
