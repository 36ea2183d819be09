import docs from './local/docs.ts';
import { prepare } from './local/prepare.ts';
import { localWorld } from './local/world.ts';

export { Flow } from './gateway/objects/flow.ts';
export { User } from './gateway/objects/user.ts';
export { Account, EventKeys, Gateway } from './local/local-objects.ts';
export { Phone } from './local/tireless-phone.ts';
export { Carrier, Directory } from './sandbox/index.ts';
export { Application } from './service/objects/application.ts';

/** What `npx wrangler dev` serves, and `npm start`. */
export default { fetch: localWorld({ more: [docs], prepare }) };
