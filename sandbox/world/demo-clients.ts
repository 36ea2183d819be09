/**
 * The demo shop of every local environment. Its secret, the SHA-256 hash of `plid local demo secret 1`, is public
 * because the shop exists nowhere else.
 */
export const demoShop = {
  client_id: 'demoshop000000000001',
  client_secret: 'dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6',
};

/** Another application. Its secret, the SHA-256 hash of `plid local demo secret 2`, is public too. */
export const demoBank = {
  client_id: 'demobank000000000002',
  client_secret: 'a9f6def922333cce3fe4e25f23b1f94ac5786c9c7ce2631f3c6e8d2cee9a400a',
};

/**
 * A relying party of the service. Its secret is public too, and is the SHA-256 hash of `plid local demo secret 3`.
 */
export const demoServiceRelyingParty = {
  client_id: 'demomembers000000003',
  client_secret: 'dda4948df45a5a1de5eb83b8f366c034f944a555dd64658dec06a7f6cd1182ca',
};

/**
 * A relying party of the local gateway. Its secret is public too, and is the SHA-256 hash of `plid local demo
 * secret 4`.
 */
export const demoGatewayRelyingParty = {
  client_id: 'demo-partner',
  client_secret: '4b47a2bcd702e723ff27298356ee85303612113a0ec57a084d5b7cc6071e9ee3',
};

/** Returns the redirect URIs of the demo applications outside the local environment. @param given by the developer. */
export const demoRedirectUris = (given: readonly string[]): string[] =>
  given.length > 0 ? [...given] : ['http://localhost:3000/callback'];

/** The URL to which users are redirected after signing out. */
export const demoPostLogoutUrl = 'http://localhost:3000/';

/** The local gateway's setting `OPENID_CLIENTS`, which contains the SHA-256 hash of the client secret. */
export const demoOpenIdClientsSetting = JSON.stringify([
  {
    id: demoGatewayRelyingParty.client_id,
    secrets: ['989d0bb5250c6713cf6bb559980fcad576154a14c7a84d9345b1c0375e7c80d5'],
    redirect_uris: ['http://localhost:3000/callback'],
    post_logout_redirect_uris: [demoPostLogoutUrl],
    scope: 'openid profile phone email',
    id_token_claims: false,
    pkce: 'optional',
  },
]);

/** The demo shop's logo, which shows a bag. The local gateway has the same logo (wrangler.toml). */
export const demoLogo =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiByeD0iNiIgZmlsbD0iI2I0MzgwYSIvPjxwYXRoIGQ9Ik02IDloMTJsLTEgMTBIN3pNOSA5YTMgMyAwIDAgMSA2IDAiIGZpbGw9Im5vbmUiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSIxLjgiLz48L3N2Zz4=';
