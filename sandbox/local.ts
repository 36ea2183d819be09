import { fetchFromWorld } from './world/world.ts';

export {
  AccessRecords,
  Account,
  Application,
  AppSessions,
  BarocertCarrier,
  BarocertRequest,
  Carrier,
  Directory,
  Disclosures,
  EventKeys,
  Flow,
  Gateway,
  GuardPages,
  Phone,
  PushedRequest,
  Reviewers,
  Signer,
  User,
  Waiting,
} from './world/objects.ts';

/** The local environment that `npx wrangler dev`, `npm start`, and the tests of packages/plid/sandbox run. */
export default { fetch: fetchFromWorld };
