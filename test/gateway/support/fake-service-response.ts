import { onTestFinished } from 'vitest';

/** Replaces `fetch` for one test. @returns the requests that were sent. */
export function answering(answer: (request: Request) => Response): Request[] {
  const sent: Request[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const request = new Request(...given);
    sent.push(request);
    return answer(request);
  };
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  return sent;
}
