import { fetchFromWorld } from './world/world.ts';

export {
  Account,
  Application,
  AppSessions,
  Carrier,
  Directory,
  EventKeys,
  Flow,
  Gateway,
  GuardPages,
  Phone,
  PushedRequest,
  Signer,
  User,
  Waiting,
} from './world/objects.ts';

/** The development world: what `npx wrangler dev` and `npm start` serve, and what other people's tests start (packages/plid/sandbox). */
export default { fetch: fetchFromWorld };
