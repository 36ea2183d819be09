import { type FrameworkTemplate, serverTemplate, type TemplateFiles } from './template.ts';

export const express: FrameworkTemplate = {
  title: 'Express',
  framework: 'express',
  dependencies: { express: '^5.3.0' },
  script: 'start',
  command: 'node --env-file=.env server.js',
  address: 'http://localhost:3000',
  page: 'docs/client/express.md',
  ignored: [],
  moduleType: 'commonjs',
  toModules,
  ownCodeAdvice:
    'Replace users in sign-in.js with your own users, and /orders with a route for signed-in users.',
  ...serverTemplate('server.js', [
    /^(?:const|import) \{ plid, userOf/,
    /^app\.use\(plid\.routes\);/,
    /^app\.post\('\/disconnect'/,
    /^app\.get\('\/orders'/,
  ]),
};

/** Replaces the page's `require` and `module.exports`, which ES modules don't have. */
function toModules(files: TemplateFiles): TemplateFiles {
  const changed = Object.entries(files).map(([file, text]) => [
    file,
    text
      .replace(/^const (.+) = require\('(\.\/[\w-]+)'\);$/gm, "import $1 from '$2.js';")
      .replace(/^const (.+) = require\('(.+)'\);$/gm, "import $1 from '$2';")
      .replace(/^module\.exports = /gm, 'export '),
  ]);
  return Object.fromEntries(changed);
}
