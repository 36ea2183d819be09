// A single import for everything would put the sandbox into browser bundles. Importing only `plid` therefore
// fails, with an error that lists the existing names.
throw new Error(
  'plid itself exports nothing. Import plid/client, plid/events, plid/express, plid/fields, plid/identity, or plid/web. In tests, also plid/sandbox, plid/sandbox/playwright, and plid/sandbox/vitest. In a Worker, also plid/gateway, plid/gateway/forward-auth, plid/gateway/guard, plid/gateway/openid, and plid/gateway/people.',
);

export {};
