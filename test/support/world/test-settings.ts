import { createECDH, createHash } from 'node:crypto';
import * as v from 'valibot';
import { publicBarocertAccount } from '../../../sandbox/barocert/public-vendor-account.ts';
import { demoBank, demoShop } from '../../../sandbox/world/demo-clients.ts';
import { keyRingSetting } from '../../../workers/core/worker/key-settings.ts';
import { rsaKey } from '../fixtures/rsa-key.ts';

/** A secret of the workers under test, derived from its name: it protects nothing. */
const derived = (name: string, encoding: 'hex' | 'base64') =>
  createHash('sha256').update(name).digest(encoding);

/** A private key on P-256, derived from its name: Base64 of its PKCS #8. */
export function derivedSigningKey(name: string): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(derived(name, 'hex'), 'hex');
  const beginning = '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420';
  const whole = `${beginning}${derived(name, 'hex')}a144034200${ecdh.getPublicKey('hex')}`;
  return Buffer.from(whole, 'hex').toString('base64');
}

/** The name of the operator whose token the workers under test have. */
export const operatorName = 'kim';

export const serviceSecrets = {
  KEYS: `test:${derived('service keys', 'base64')}`,
  PHONE_KEY: derived('phone key', 'base64'),
  DISCLOSURE_KEY: `test:${derived('disclosure key', 'base64')}`,
  ADMIN_TOKEN: derived('admin token', 'hex'),
  CARRIER_TOKEN: derived('carrier token', 'hex'),
  CARRIER_S_TOKEN: derived('carrier S token', 'hex'),
  CARRIER_K_TOKEN: derived('carrier K token', 'hex'),
  CARRIER_L_TOKEN: derived('carrier L token', 'hex'),
  EVENT_KEY: `e1:${derivedSigningKey('event key')}`,
  OPENID_KEY: `public:${rsaKey}.${derivedSigningKey('service openid key')}`,
  BAROCERT_SECRET_KEY: derived('barocert secret key', 'base64'),
};

const { BAROCERT_LINK_ID, BAROCERT_CLIENT_CODE } = publicBarocertAccount;
/** Settings of the adapter for Barocert: the account at the sandbox's simulated API. */
export const barocertSettings = { BAROCERT_LINK_ID, BAROCERT_CLIENT_CODE, BAROCERT_CALL_CENTER: '1600-0000' };

export const gatewaySecrets = {
  KEYS: `test:${derived('gateway keys', 'base64')}`,
  CLIENT_SECRET: derived('client secret of the shop', 'hex'),
  IDENTITY_KEY: derived('identity key', 'hex'),
  OPENID_KEY: `public:${rsaKey}.${derivedSigningKey('openid key')}`,
  OPENID_SUBJECT_KEY: derived('openid subject key', 'base64'),
  ADMIN_TOKEN: derived('gateway admin token', 'hex'),
};

/** Secrets of a local world, where both halves share those of the same name. */
export const localSecrets = {
  ...serviceSecrets,
  ...gatewaySecrets,
  ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN,
};

/** The token that a local world demands of its proxy (sandbox/world/refuse-foreign-page.ts). */
export const localProxyToken = 'proxy-token-of-the-local-world';

/** The service's keys, for tests that seal or open its values. */
export const serviceKeys = v.parse(keyRingSetting, serviceSecrets.KEYS);

export const gatewayKeys = v.parse(keyRingSetting, gatewaySecrets.KEYS);

export const origins = {
  service: 'https://login.example.com',
  gateway: 'https://shop.example.com',
  sandbox: 'https://sandbox.example.com',
  local: 'http://localhost:8787',
};

/** The relying parties of the gateway under test. */
export const relyingParties = {
  books: {
    client_id: 'books',
    client_secret: derived('books', 'hex'),
    redirect_uri: 'http://localhost:3000/callback',
    post_logout_redirect_uri: 'http://localhost:3000/bye?from=plid',
  },
  papers: {
    client_id: 'papers',
    client_secret: derived('papers', 'hex'),
    redirect_uri: 'https://papers.example/callback?of=plid',
    post_logout_redirect_uri: 'https://papers.example/bye',
  },
};

/** The setting OPENID_CLIENTS. */
export const openIdClients = JSON.stringify(
  Object.values(relyingParties).map((party) => ({
    id: party.client_id,
    secrets: [createHash('sha256').update(party.client_secret).digest('hex')],
    redirect_uris: [party.redirect_uri],
    post_logout_redirect_uris: [party.post_logout_redirect_uri],
    ...(party.client_id === 'papers'
      ? { alg: 'ES256', scope: 'openid profile' }
      : { scope: 'openid profile phone email' }),
  })),
);

/**
 * The two applications that every world of the tests registers. The secret of the shop isn't the published one,
 * because the gateway at https uses it.
 */
export const applications = {
  shop: {
    client_id: demoShop.client_id,
    client_secret: gatewaySecrets.CLIENT_SECRET,
    redirect_uri: 'http://localhost:3000/callback',
  },
  bank: { ...demoBank, redirect_uri: 'http://localhost:3000/callback' },
};

/** Secrets of a local world whose shop has its published secret, as examples and guides expect it. */
export const publishedLocalSecrets = { ...localSecrets, CLIENT_SECRET: demoShop.client_secret };
