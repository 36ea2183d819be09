/** The demo shop of every local world. It exists nowhere else, so its secret needs no protection: the SHA-256 of `plid local demo secret 1`. */
export const demoShop = {
  client_id: 'demoshop000000000001',
  client_secret: 'dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6',
};

/** A relying party of OpenID Connect, likewise: the SHA-256 of `plid local demo secret 3`. */
export const demoMembers = {
  client_id: 'demomembers000000003',
  client_secret: 'dda4948df45a5a1de5eb83b8f366c034f944a555dd64658dec06a7f6cd1182ca',
};

/** A bag. The local world's gateway has the same (wrangler.toml). */
export const demoLogo =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiByeD0iNiIgZmlsbD0iI2I0MzgwYSIvPjxwYXRoIGQ9Ik02IDloMTJsLTEgMTBIN3pNOSA5YTMgMyAwIDAgMSA2IDAiIGZpbGw9Im5vbmUiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSIxLjgiLz48L3N2Zz4=';
