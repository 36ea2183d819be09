import * as v from 'valibot';
import { keyRingSetting } from '../../../workers/core/worker/key-settings.ts';
import { type AccountsEnv, accountOf } from '../../../workers/service/objects/accounts.ts';
import { authorizationCode } from '../../../workers/service/settings/service-sealed-types.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';

export interface RedeemTask {
  rounds: number;
  /** The number of simultaneous requests per code. */
  concurrency: number;
  plid: string;
  client_id: string;
  /** HTTP Basic. */
  authorization: string;
}

interface Env extends AccountsEnv {
  KEYS: string;
  TOKEN: Fetcher;
}

/**
 * Redeems codes within the runtime of the workers, where many requests run at the same moment without a network between them. Answers the statuses of
 * each round.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const task: RedeemTask = await request.json();
    const statuses: number[][] = [];
    for (let round = 0; round < task.rounds; round += 1) statuses.push(await redeemOneCode(env, task));
    return Response.json(statuses);
  },
};

async function redeemOneCode(env: Env, task: RedeemTask): Promise<number[]> {
  const code = await grantCode(env, task);
  const redemptions = Array.from({ length: task.concurrency }, async () => {
    const response = await env.TOKEN.fetch('https://login.example.com/oauth2/token', {
      method: 'POST',
      headers: { Authorization: task.authorization },
      body: new URLSearchParams({ grant_type: 'authorization_code', code }),
    });
    await response.text();
    return response.status;
  });
  return Promise.all(redemptions);
}

async function grantCode(env: Env, { plid, client_id }: RedeemTask): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const grant = crypto.randomUUID();
  const request = { id: grant, client_id, asked: [], identity: '', agreement, ...fromBrowser };
  await accountOf(env, plid).grant(request, now);
  const value = { plid, grant, client_id, redirect_uri_digest: '' };
  return authorizationCode.seal(v.parse(keyRingSetting, env.KEYS), value, now + 60);
}
