import { now } from './core/worker/clock.ts';
import docs from './local/docs.ts';
import { registerSeeds } from './local/seed.ts';
import { localWorld } from './local/world.ts';

export { Flow } from './gateway/objects/flow.ts';
export { User } from './gateway/objects/user.ts';
export { Gateway } from './gateway/session/entrypoint.ts';
export { Phone } from './local/tireless-phone.ts';
export { Carrier, Directory } from './sandbox/index.ts';
export { Account } from './service/objects/account.ts';
export { Application } from './service/objects/application.ts';
export { EventKeys } from './service/objects/event-keys-entrypoint.ts';

/** What `npm start` serves. */
export default {
  fetch: localWorld({ more: [docs], prepare: async (env) => registerSeeds(env, await now(env)) }),
};
