import base from './workers.config.mjs';

/**
 * Mutates the commands of the repository and of the package, with the tests that run them in their own process.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...base,
  mutate: [
    '{admin/{check,cli,deploy,keys},sandbox/start,tools}/**/!(*.test).ts',
    'packages/plid/{command,sandbox}/**/*.ts',
    'packages/plid-kits/**/*.ts',
  ],
};
