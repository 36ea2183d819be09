import * as v from 'valibot';
import { redirect } from '../../core/http/redirect.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { queryParameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { refuseCrossSite } from '../../core/protocol/same-origin.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import type { Env } from '../sandbox-bindings.ts';
import { answerOrReturn, phonePath } from './answer-or-return.ts';
import { readFields } from './read-fields.ts';

const approval = v.object({ match: v.pipe(v.string(), v.regex(/^\d\d$/)) });

/** The requests on one phone, or on all, the newest first; with the number to match, so that a script can approve. */
export async function listRequests({ env, now, url }: Context<Env>): Promise<Response> {
  const requests = await directoryOf(env).requests(queryParameters(url).optional('phoneNo'), now);
  return Response.json({ requests });
}

/** The address that opens the phone for a request. */
export async function openRequest({ env, now, path }: Context<Env>): Promise<Response> {
  const request = await directoryOf(env).request(path.id ?? '', now);
  if (request === undefined) throw new ProtocolError(refusals.not_found);
  return redirect(302, phonePath(request.phoneNo));
}

/** The person taps a number; the answer is the request with its new status. */
export async function approve(context: Context<Env>): Promise<Response> {
  const { match } = await readFields(context.request, approval, ['match']);
  return decide(context, match);
}

export const deny = (context: Context<Env>): Promise<Response> => decide(context, undefined);

async function decide({ env, now, path, request, url }: Context<Env>, match: string | undefined) {
  refuseCrossSite(request, url);
  const decided = await directoryOf(env).decide(path.id ?? '', match, now);
  if (decided === undefined) throw new ProtocolError(refusals.not_found);
  return answerOrReturn(request, { request: decided }, phonePath(decided.phoneNo));
}
