import docs from './sandbox/world/docs.ts';
import { prepare } from './sandbox/world/prepare.ts';
import { localWorld } from './sandbox/world/world.ts';

export { Flow } from './gateway/objects/flow.ts';
export { User } from './gateway/objects/user.ts';
export { Carrier, Directory } from './sandbox/index.ts';
export { Account, EventKeys, Gateway } from './sandbox/world/local-objects.ts';
export { Phone } from './sandbox/world/tireless-phone.ts';
export { Application } from './service/objects/application.ts';

/** What `npx wrangler dev` serves, and `npm start`. */
export default { fetch: localWorld({ more: [docs], prepare }) };
