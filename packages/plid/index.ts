// A whole application in one import would bring the sandbox into a browser's bundle. Whoever guesses the bare name is told the names that there are.
throw new Error(
  'plid itself exports nothing. Import plid/client, plid/fields, plid/identity, plid/sandbox, plid/sandbox/playwright or plid/providers/<library>.',
);

export {};
