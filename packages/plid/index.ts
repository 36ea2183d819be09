// One import for everything would bring the sandbox into a browser's bundle, so importing the bare name fails with the names that exist.
throw new Error(
  'plid itself exports nothing. Import plid/carrier, plid/client, plid/conformance, plid/fields, plid/identity, plid/sandbox, plid/sandbox/playwright, plid/web or plid/providers/<library>.',
);

export {};
