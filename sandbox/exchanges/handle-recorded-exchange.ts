import { type DirectoryBinding, directoryOf } from '../directory/index.ts';
import { type Fault, faultableEndpoints } from '../fault.ts';
import { cutAnswer } from './cut-answer.ts';
import { describeExchange } from './exchange.ts';
import { varyResponseFormat } from './vary-response-format.ts';

/**
 * Handles requests between applications and the service, only in the local environment. It applies pending faults
 * and records requests and responses, including codes and tokens.
 * @param next calls the service.
 */
export async function handleRecordedExchange(
  env: DirectoryBinding,
  request: Request,
  next: () => Promise<Response>,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isFaulty = (faultableEndpoints as readonly string[]).includes(pathname);
  // WebSocket requests aren't recorded, because a WebSocket can't be read twice.
  const isSocket = request.headers.get('Upgrade') === 'websocket';
  if (isSocket || (!isFaulty && !pathname.startsWith('/oauth2/'))) return next();

  const directory = directoryOf(env);
  const faults = isFaulty ? await directory.takeFaults(pathname) : [];
  const milliseconds = faults.reduce((sum, fault) => sum + fault.milliseconds, 0);
  if (milliseconds > 0) await scheduler.wait(milliseconds);

  const sent = request.method === 'POST' ? await request.clone().text() : '';
  const answer = marked(insteadOfService(faults) ?? (await varyResponseFormat(await next(), faults)), faults);
  const isCut = faults.some(({ kind }) => kind === 'cut');
  const received = isCut ? undefined : await answer.clone().text();
  const exchange = describeExchange({ request, sent, response: answer, received });
  if (exchange !== undefined) await directory.record(exchange);
  return isCut ? cutAnswer(answer) : answer;
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

function insteadOfService(faults: readonly Fault[]): Response | undefined {
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
