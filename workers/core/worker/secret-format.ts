/**
 * How a secret is generated. `keys` is `id:base64` of 32 random bytes. `base64` and `hex` are 32 random bytes.
 * `token` is `hex` after the operator's name (`kim:…`). `signing keys` is `id:base64` of a new P-256 private key
 * (PKCS #8). `openid keys` is `id:rsa.ec` of two private keys. `issued` comes from the login service and can't be
 * generated here.
 */
export type SecretFormat = 'keys' | 'base64' | 'hex' | 'token' | 'signing keys' | 'openid keys' | 'issued';
