import { AccessRecords as OperatorAccessRecords } from '../../workers/audit/access-records.ts';
import { GuardPages as GatewayGuardPages } from '../../workers/gateway/features/guard/guard-refusal-pages-entrypoint.ts';
import { AppSessions as GatewayAppSessions } from '../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import { Flow as GatewayFlow } from '../../workers/gateway/objects/flow.ts';
import { User as GatewayUser } from '../../workers/gateway/objects/user.ts';
import { Gateway as GatewayEntrypoint } from '../../workers/gateway/routes/session/gateway-entrypoint.ts';
import { BarocertCarrier as ServiceBarocertCarrier } from '../../workers/service/carriers/barocert/barocert-carrier.ts';
import { BarocertRequest as ServiceBarocertRequest } from '../../workers/service/carriers/barocert/barocert-request.ts';
import { Signer as ServiceSigner } from '../../workers/service/features/signer/signer.ts';
import { replacedBy } from '../../workers/service/objects/decide-request.ts';
import {
  Account as ServiceAccount,
  Application as ServiceApplication,
  Disclosures as ServiceDisclosures,
  EventKeys as ServiceEventKeys,
  Phone as ServicePhone,
  PushedRequest as ServicePushedRequest,
  Reviewers as ServiceReviewers,
  Waiting as ServiceWaiting,
} from '../../workers/service/routes/objects/index.ts';
import { Directory as SandboxDirectory } from '../index.ts';
import { areLimitsApplied, environmentOf } from './environment.ts';
import { generationOf, stageOf, withoutGeneration } from './generation.ts';
import { firstOrigin, prepare, signInPath } from './prepare-environment.ts';
import { WorldCarriers } from './world-carriers.ts';
import type { WorldEnv } from './world-env.ts';

// biome-ignore lint/suspicious/noExplicitAny: TypeScript demands this of the constructor of a class that extends another one (TS2545)
type Class<Instance> = new (...parameters: any[]) => Instance;

interface Woken {
  alarm?(): Promise<void> | void;
}

/** Time by which an alarm is delayed if it fires before the local environment is ready, in milliseconds. */
const pause = 1_000;

/**
 * Creates a Durable Object class whose objects belong to a generation of the local environment. If an alarm wakes
 * an object of an earlier generation, the object only deletes its data. If the generation isn't ready, the alarm is
 * delayed.
 */
function objectOf<Base extends Class<Woken>>(base: Base) {
  return class extends base {
    readonly #state: DurableObjectState;

    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...[state, env]: any[]) {
      super(state, { ...environmentOf(env, undefined, generationOf(state.id)) });
      this.#state = state;
    }

    override async alarm(): Promise<void> {
      const stage = stageOf(this.#state.id);
      if (stage === 'current') await this.runAlarm();
      else if (stage === 'upcoming') await this.delayAlarm();
      else await this.#state.storage.deleteAll();
    }

    /** Does the work of an alarm in the current generation. */
    protected async runAlarm(): Promise<void> {
      await super.alarm?.();
    }

    protected delayAlarm(): Promise<void> {
      return this.#state.storage.setAlarm(Date.now() + pause);
    }
  };
}

/** Creates an entrypoint class for the current generation. */
function entrypointOf<Base extends Class<object>>(base: Base) {
  return class extends base {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...[execution, env]: any[]) {
      super(execution, environmentOf(env, firstOrigin()));
    }
  };
}

type AccountEnv = ConstructorParameters<typeof ServiceAccount>[1];

/**
 * An account whose events contain this local environment's current URL. The events reach the demo shop at that
 * URL, regardless of which environment was started last.
 */
export class Account extends objectOf(ServiceAccount) {
  readonly #rawEnv: WorldEnv;

  constructor(state: DurableObjectState, env: AccountEnv & WorldEnv) {
    super(state, env);
    this.#rawEnv = env;
  }

  /** The plid without the generation's prefix, which applications don't know. */
  protected override get plid(): string | undefined {
    return super.plid && withoutGeneration(super.plid);
  }

  protected override async runAlarm(): Promise<void> {
    const origin = firstOrigin();
    if (origin === undefined) return this.delayAlarm();
    const { BASE_URL = origin } = await prepare(this.#rawEnv, new URL(signInPath, origin));
    this.env.BASE_URL = BASE_URL;
    await super.runAlarm();
  }
}

/**
 * A phone whose requests are limited only if limits apply. Otherwise, a request that would have to wait is
 * accepted, and replaces the pending request.
 */
export class Phone extends objectOf(ServicePhone) {
  protected override judge(asking: Parameters<ServicePhone['judge']>[0]): ReturnType<ServicePhone['judge']> {
    const judged = super.judge(asking);
    if (judged.refused === undefined || areLimitsApplied(this.env as object, generationOf(this.ctx.id)))
      return judged;
    return replacedBy(asking);
  }
}

/** The records of the service and of the gateway, which are objects with different names. */
export const AccessRecords = objectOf(OperatorAccessRecords);
export const Application = objectOf(ServiceApplication);
export const BarocertRequest = objectOf(ServiceBarocertRequest);
export const Directory = objectOf(SandboxDirectory);
export const Disclosures = objectOf(ServiceDisclosures);
export const Flow = objectOf(GatewayFlow);
export const PushedRequest = objectOf(ServicePushedRequest);
export const User = objectOf(GatewayUser);
export const Waiting = objectOf(ServiceWaiting);

export const Carrier = entrypointOf(WorldCarriers);
export const BarocertCarrier = entrypointOf(ServiceBarocertCarrier);
export const AppSessions = entrypointOf(GatewayAppSessions);
export const Gateway = entrypointOf(GatewayEntrypoint);
export const GuardPages = entrypointOf(GatewayGuardPages);
export const EventKeys = entrypointOf(ServiceEventKeys);
export const Reviewers = entrypointOf(ServiceReviewers);
export const Signer = entrypointOf(ServiceSigner);
