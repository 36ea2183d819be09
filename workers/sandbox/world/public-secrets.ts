import { carrierTokens } from '../../../packages/plid/sandbox/carrier-tokens.ts';
import { demoShop } from './demo-shop.ts';

/**
 * The keys and tokens of every local world, so that it needs none to be made: `npm start` and `npx wrangler dev` open what the other has
 * sealed. EVERYBODY KNOWS THEM. They protect made-up people in a world that answers only on loopback; no worker that is deployed has
 * them, and scripts/deploy refuses a deployment that sets them. Values that a developer sets in `.dev.vars` or with `--var` are used instead.
 */
export const publicKeys = {
  KEYS: 'public:cGxpZDogZXZlcnkgbG9jYWwgd29ybGQgaGFzIHRoaXM=',
  /** Its number is higher than that of any key that release 0.2 has made for a local world: it takes that one's place once its file is deleted. */
  PHONE_KEY: '10000000000000:cGxpZDogYWxsIGxvY2FsIG51bWJlcnMgdXNlIHRoaXM=',
  ADMIN_TOKEN: 'admin-token-of-every-local-world-of-plid',
  CARRIER_TOKEN: 'carrier-token-of-every-local-world-of-plid',
  CARRIER_S_TOKEN: carrierTokens.S,
  CARRIER_K_TOKEN: carrierTokens.K,
  CARRIER_L_TOKEN: carrierTokens.L,
  EVENT_KEY:
    'public:MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgabL7jg2Ga8UIAfq0oD7kl8YPCfI4wKO3hxNtqZt1lKyhRANCAARDpiRIIp/CvlvL1omH2w7XaehgJIAxqArnMkvrMt3Cp98mEiMKeD/4W0mecT5xp1H3y0RTj7cElLt9w2tCrUzL',
  IDENTITY_KEY: 'identity-key-of-every-local-world-of-plid',
};

/** With the secret of the demo shop, whose gateway the local world's is. */
export const publicSecrets = { ...publicKeys, CLIENT_SECRET: demoShop.client_secret };
