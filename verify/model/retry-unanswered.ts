import { ContractError } from '../../test/support/assertions/contract.ts';
import type { Init } from '../../test/support/fixtures/browser-session.ts';
import type { World } from '../../test/support/world/world.ts';

/** No answer came, or one without a result of the request. The caller tries again. */
export class Unanswered extends Error {}

/** Faults of the sandbox that leave a good answer. */
const harmless = ['delay', 'string-expires_in', 'empty-error', 'encrypted-agegroup', 'plain-fields'];
/** The longest wait for an answer, and the pause before another try, in milliseconds. */
const patience = 30_000;
const pause = 100;
/** A dependency that fails is asked again after a while, so that one try is not enough. */
const mostTries = 50;

/** The requests to a world whose parts fail. An answer that only reports a failed dependency doesn't count. */
export const sendOnce =
  ({ fetch }: Pick<World, 'fetch'>): World['fetch'] =>
  async (address, init: Init = {}) => {
    const what = `${init.method ?? 'GET'} ${new URL(address).pathname}`;
    const answer = await whole(() => fetch(address, init)).catch((failure) => {
      if (failure instanceof ContractError) throw failure;
      throw new Unanswered(what, { cause: failure });
    });
    const faults = answer.headers.get('Sandbox-Fault')?.split(', ') ?? [];
    const isFaulty = faults.some((kind) => !harmless.includes(kind));
    if (isFaulty || [429, 502, 503].includes(answer.status)) throw new Unanswered(what);
    return answer;
  };

/** An answer with its body, which may be cut. */
async function whole(ask: () => Promise<Response>): Promise<Response> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patience} ms`)), patience);
  const read = async () => {
    const answer = await ask();
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength > 0 ? body : null, { status, headers: new Headers(headers) });
  };
  try {
    return await Promise.race([read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tries again until there is an answer. @returns it, and the number of tries without one. */
export async function persist<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; lost: number }> {
  for (let lost = 0; ; lost += 1) {
    try {
      return { answer: await ask(), lost };
    } catch (failure) {
      if (!(failure instanceof Unanswered) || lost === mostTries) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
