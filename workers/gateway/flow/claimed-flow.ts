import type { Session } from '../../../packages/plid/gateway/session.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { FlowClaim, FlowOutcome } from '../objects/flow.ts';
import { type FlowEnv, flowOf } from '../objects/gateway-objects.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { exchangeMargin } from '../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { UpstreamFailure } from '../upstream/upstream-failure.ts';

type ClaimContext = Pick<
  Context<FlowEnv & Pick<Bindings, 'SERVICE_TIMEOUT'>>,
  'env' | 'now' | 'log' | 'waitUntil'
>;

/**
 * Claims a flow. Exactly one of all concurrent calls gets the claim and may redeem the flow's code. The other
 * calls get the flow's outcome. @param id the id of the session that the flow ends in. @param claim contains
 * `held` if an attacker may have started the flow with an invented code. Such a claim is stored only after the
 * service has accepted the code. @throws {ProtocolError} `unavailable`.
 */
export async function claimFlow(
  context: ClaimContext,
  id: string,
  claim: Omit<FlowClaim, 'deadline'>,
): Promise<ClaimedFlow | { status: 'expired' } | FlowOutcome> {
  const { env, now } = context;
  const whole = { ...claim, deadline: now + 2 * env.SERVICE_TIMEOUT + exchangeMargin };
  const answer = await callObject('claiming a sign-in', flowOf(env, id).claim(whole, now));
  if (answer.status !== 'claimed') return answer;
  return new ClaimedFlow(context, id, whole);
}

/** A flow that this call has claimed. */
export class ClaimedFlow {
  readonly #context: ClaimContext;
  readonly #id: string;
  readonly #claim: FlowClaim;
  /** Whether the object holds the claim only in memory. */
  #held: boolean;

  constructor(context: ClaimContext, id: string, { held, ...claim }: FlowClaim) {
    this.#context = context;
    this.#id = id;
    this.#claim = claim;
    this.#held = held === true;
  }

  /**
   * Redeems the flow's code. A claim that was only in memory is then stored, unless the service rejected the code.
   * If the service didn't respond, the claim is stored because the code may have been used. @throws
   * {ProtocolError} `flow_used` if the object was reset meanwhile and another call redeemed the code; errors of
   * `exchange`.
   */
  async redeem<Token>(exchange: () => Promise<Token>): Promise<Token> {
    if (!this.#held) return exchange();
    const token = await exchange().catch(async (failure: unknown) => {
      const isRefused = failure instanceof UpstreamFailure && failure.serviceRefusal !== undefined;
      if (!isRefused) await this.#keep().catch(this.#logged('keeping a claim'));
      throw failure;
    });
    await this.#keep();
    return token;
  }

  /**
   * Completes the flow. Concurrent calls get the same outcome. The response doesn't wait until the outcome is
   * stored. Until then, concurrent calls wait in the same way as they wait for a running exchange. @param
   * openSession creates a session from the exchanged token. @throws errors of `exchange` and `openSession`;
   * {ProtocolError} `unavailable`.
   */
  async complete<Token>(
    exchange: () => Promise<Token>,
    openSession: (token: Token) => Promise<Session>,
  ): Promise<Session> {
    try {
      const session = await openSession(await this.redeem(exchange));
      const noted = this.#object.succeed(session.user.plid);
      this.#context.waitUntil(noted.catch(this.#logged('noting the outcome of a sign-in')));
      return session;
    } catch (failure) {
      const reason = failure instanceof ProtocolError ? failure.reason : 'internal';
      await this.#object.fail(reason, this.#held).catch(this.#logged('noting that a sign-in failed'));
      throw failure;
    }
  }

  async #keep(): Promise<void> {
    const keeping = this.#object.keep(this.#claim, this.#context.now);
    if (!(await callObject('keeping a claim', keeping))) throw new ProtocolError(gatewayRefusals.flow_used);
    this.#held = false;
  }

  get #object() {
    return flowOf(this.#context.env, this.#id);
  }

  #logged(operation: string) {
    return (cause: unknown): void => this.#context.log('error', { operation, cause: describeFailure(cause) });
  }
}
