import { UpstreamFailure } from './upstream.ts';

/**
 * Runs a call to the service for a proxy. Where the service says no, its status, `error` and `message` are passed on,
 * and nothing else of its answer; any other failure stays ours.
 * @param headers to go with such a refusal.
 */
export async function relayed(
  call: () => Promise<Response>,
  headers: (status: number) => Record<string, string> = () => ({}),
): Promise<Response> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof UpstreamFailure) || failure.refusal === undefined) throw failure;
    const { status: sent, error, message } = failure.refusal;
    const status = sent >= 400 ? sent : failure.status;
    return Response.json({ error, message }, { status, headers: headers(status) });
  }
}
