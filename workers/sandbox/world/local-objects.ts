import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { Gateway as GatewayEntrypoint } from '../../gateway/session/entrypoint.ts';
import { Account as ServiceAccount } from '../../service/objects/account.ts';
import { EventKeys as ServiceEventKeys } from '../../service/objects/event-keys-entrypoint.ts';
import { environmentAt, firstOrigin } from './local-environment.ts';
import { placeDemoApplications } from './place-seed.ts';
import { publicSecrets } from './public-secrets.ts';

/** How long an alarm waits that comes before the first request, in milliseconds. */
const pause = 1_000;

/** The entrypoints of the local world have its keys without being asked over HTTP. */
export class Gateway extends GatewayEntrypoint {
  constructor(execution: ExecutionContext, env: ClockBinding) {
    super(execution, { ...publicSecrets, ...env });
  }
}

export class EventKeys extends ServiceEventKeys {
  constructor(...[execution, env]: ConstructorParameters<typeof ServiceEventKeys>) {
    super(execution, { ...publicSecrets, ...env });
  }
}

type AccountEnv = ConstructorParameters<typeof ServiceAccount>[1];

/** An account whose events name the address at which this world is asked, and reach the demo shop there, whichever world was started last. */
export class Account extends ServiceAccount {
  readonly #rawEnv: AccountEnv;

  constructor(state: DurableObjectState, env: AccountEnv) {
    super(state, { ...publicSecrets, ...env });
    this.#rawEnv = env;
  }

  override async alarm(): Promise<void> {
    const origin = firstOrigin();
    if (origin === undefined) return this.ctx.storage.setAlarm(Date.now() + pause);
    const environment = environmentAt(this.#rawEnv, origin);
    this.env.BASE_URL = environment.BASE_URL ?? origin;
    await placeDemoApplications(environment, await now(this.env));
    await super.alarm();
  }
}
