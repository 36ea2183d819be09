import type { Fault } from '../fault.ts';

/**
 * Answers a request with its faults: a delay, HTML instead of the response, and a header that names the faults. If
 * `isCut`, the caller must cut the response. @param next returns the response without faults.
 */
export async function answerWithFaults(
  faults: readonly Fault[],
  next: () => Promise<Response>,
): Promise<{ answer: Response; isCut: boolean }> {
  const milliseconds = faults.reduce((sum, fault) => sum + fault.milliseconds, 0);
  if (milliseconds > 0) await scheduler.wait(milliseconds);
  const answer = marked(answerInstead(faults) ?? (await next()), faults);
  return { answer, isCut: faults.some(({ kind }) => kind === 'cut') };
}

/**
 * Names the applied faults in a header, so that developers don't look for the cause of a failure in the service.
 */
function marked(answer: Response, faults: readonly Fault[]): Response {
  if (faults.length === 0) return answer;
  const copy = new Response(answer.body, answer);
  copy.headers.set('Sandbox-Fault', [...new Set(faults.map(({ kind }) => kind))].join(', '));
  return copy;
}

function answerInstead(faults: readonly Fault[]): Response | undefined {
  for (const fault of faults) {
    if (fault.kind === 'error') {
      const { status, error, message } = fault;
      return Response.json({ error, message: message || `Simulated sandbox fault: ${error}` }, { status });
    }
    if (fault.kind === 'html') {
      const page = '<!doctype html><title>Bad gateway</title><h1>Simulated sandbox fault</h1>';
      const headers = { 'Content-Type': 'text/html; charset=utf-8' };
      return new Response(page, { status: fault.status, headers });
    }
  }
  return undefined;
}
