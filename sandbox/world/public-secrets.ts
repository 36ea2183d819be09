import { carrierTokens } from '../../packages/plid/sandbox/carrier-tokens.ts';
import { publicIdentityKey } from '../../packages/plid/sandbox/public-identity-key.ts';
import { publicBarocertAccount } from '../barocert/public-vendor-account.ts';
import { demoShop } from './demo-clients.ts';

/**
 * Public keys and tokens of every local environment, so that no environment must generate its own secrets. `npm
 * start` and `npx wrangler dev` can therefore decrypt each other's data. THEY ARE PUBLIC. They protect fictional
 * users in an environment that listens only on loopback. Every deployed worker and `plid-admin deploy` refuse them,
 * because workers/core/crypto/published-secrets.ts knows them. Values that a developer sets in `.dev.vars` or with
 * `--var` replace them.
 */
export const publicKeys = {
  KEYS: 'public:cGxpZDogZXZlcnkgbG9jYWwgd29ybGQgaGFzIHRoaXM=',
  /**
   * The number of this key is higher than any time in milliseconds. If a developer deletes an own key whose number is
   * the time of its creation, this key replaces it.
   */
  PHONE_KEY: '10000000000000:cGxpZDogYWxsIGxvY2FsIG51bWJlcnMgdXNlIHRoaXM=',
  DISCLOSURE_KEY: 'public:cGxpZDogbG9jYWwgZGlzY2xvc3VyZXMgdXNlIHRoaXM=',
  ADMIN_TOKEN: 'admin-token-of-every-local-world-of-plid',
  CARRIER_TOKEN: 'carrier-token-of-every-local-world-of-plid',
  CARRIER_S_TOKEN: carrierTokens.S,
  CARRIER_K_TOKEN: carrierTokens.K,
  CARRIER_L_TOKEN: carrierTokens.L,
  BAROCERT_SECRET_KEY: publicBarocertAccount.BAROCERT_SECRET_KEY,
  EVENT_KEY:
    'public:MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgabL7jg2Ga8UIAfq0oD7kl8YPCfI4wKO3hxNtqZt1lKyhRANCAARDpiRIIp/CvlvL1omH2w7XaehgJIAxqArnMkvrMt3Cp98mEiMKeD/4W0mecT5xp1H3y0RTj7cElLt9w2tCrUzL',
  OPENID_KEY:
    'public:MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDCuWY/puhbzSR6NQCIwZ3wv70uYY6F3TyGuKl+DXQrnCmz2HEp9xk3Pps7YK+qGu8E7U3I+yE0/AQIKqUbJ2jTXvONQbtbgOsNDXkqisryQcaSIY6cIWgATwRYKwZQfSz6geSE0QdGtrC9yQu9py05bmP2vFxggv5WbUuXshj9JBXh9wIs+GcRxpLiK8HNYvyY3U79FjdS7aAzv7DG6qkOScn1lc2y78e5JY4u9QhHG0bYDJalAQSTlU5ekYJ9uLaVTQEkJHlbzolb7uW+OrOiEoRcLu2NBtWkRhINHkB3mJy/E2LTA9UERNY17y9L6aRJT/VXrGefTeQdPBzxQ+ihAgMBAAECgf89cmD3gLy1DNW+rwDcJt/tSjcUQCNToJbwPdtVtG73MR7U3umoYwKyBl4eoY+2D4nAUtCY+3fCCUTTt6FQ2+1YUbKa3ckKcSzSelmWUDvAax5MymctesXxDSzO3/NhD/CY4jumFopDzv/Chsj2airMsdHT2QtB6VoZFIz3lIprP4Ret7Ll36G39CZ4j9IYnY0miQGZW2AVoR7hDhaDMcujP26VmLM+17CJaD/99YPq7P4UwfXlKzJIA0TCl9zS5jiaPQlXweyCrS9N1S5D8c3qh1szQMWp9Lih+dKp7owSlI5CKgH4hu/DB/m380ue8tCdE/rDmrAFoTAlWpj13ekCgYEA+B09zlpJ48jYad1qYxDnUclY06uXSBPJgcnCFkV7OjhIEgsWI1v39+mAqVCbiNErxnC7s3dlRc0MZy2tjOJFZNtWKmDoz+CJa8bzg6IW80+JP1uVfJ8Do6K5k0vM6ysVWmI8TQiBAf1PdlKX1YXUtrB6sB+Vr/OqDktaf7QBfSkCgYEAyOnBTYdVgiools1GZ9m/AgORF8FrI0mkK8h3Wh7hFEK64XbQb5paSmn3mi1zcDkDH7quIZq+Rvt0r+DFwO81q6zpnVsz5yWbSFoxaVx0MbGFauFbH04DtBVzSMPAXq8Hu2/8ThSVMfjWKFMQubuDk424kBTbWE9rbM3ASgflhrkCgYB90M4zosNPV9yuKlI1dC/o4FJD3AJ10Vrgjr/17TvktP+O7sJGIe/nbigJM8/7HB63nRkBk6zuLWF5vMcB5wfLchIKoWPNbg4hchywBnTe4tk1IKr4K+Z7hxvVnp2GLy2/zIrJgWNx79LorE9EPn40Od+tCgcs10HHx9xXX59VqQKBgQC9AMnL+UhDjw1n7+wPvhOl/Vz9EAONyrUaSxecO/hZav0LJQ6oLnhKEK3Q6Hj0VW3O53rwOfZOKDd5TOY7vcyrl5qdYTLOe948jjx1dXgJV4q/JQjnxihNvPAav6u0ZsvLVGnxugMwY3pzrNDLKM96e5PoVvaReQUB8fy2p/8QYQKBgQCUGfLN8O8PTcYt9KxVXm1kVewjfgVZW9qJ4ihyfV2SIzIVEzkYYpzg/yfAnoyDiong761dglY3HMf2OfY4nYS2YN2zM7zJWUgnX/jlQvd9IOb8TcvSrsYMsZSNm5IWak1K6wRSZeyv+b3ZnGfFP1aO1QBSKSgHDETg0lfwDXDAxw==.MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBvDXXyiv8qXq/k8LosunUYRihzubIDqqnNFurz3n4juhRANCAATf8ak/kP5SFFZ+iCVqvcvY8pSCdIGcgRiI2YmZqlFHypvhMONMDPSYqjsuZbFehti15lq3+tSCjTwPWWJRdzTV',
  OPENID_SUBJECT_KEY: 'cGxpZDogZWFjaCBsb2NhbCBzdWIgaXMgb2YgdGhpcy4=',
  IDENTITY_KEY: publicIdentityKey,
};

/** The public keys with the demo shop's client secret, because the local gateway belongs to the demo shop. */
export const publicSecrets = { ...publicKeys, CLIENT_SECRET: demoShop.client_secret };
