import { type DirectoryBinding, directoryOf } from '../directory/index.ts';
import { faultableEndpoints } from '../fault.ts';
import { answerWithFaults } from './answer-with-faults.ts';
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
  const sent = request.method === 'POST' ? await request.clone().text() : '';
  const { answer, isCut } = await answerWithFaults(faults, async () =>
    varyResponseFormat(await next(), faults),
  );
  const received = isCut ? undefined : await answer.clone().text();
  const exchange = describeExchange({ request, sent, response: answer, received });
  if (exchange !== undefined) await directory.record(exchange);
  return isCut ? cutAnswer(answer) : answer;
}
