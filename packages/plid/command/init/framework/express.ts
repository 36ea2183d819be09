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
  toCommonJs,
  ownCodeFile: 'server.js',
  ownCodeAdvice:
    'Put plid.routes after express-session and before your routes. Replace users in the written sign-in file with your own users, and /orders with a route for signed-in users.',
  typeScript: {
    // Unlike Node, tsx finds sign-in.ts as ./sign-in.js, the only name that every configuration of TypeScript accepts.
    command: 'node --env-file=.env --import tsx server.ts',
    ownCodeFile: 'server.ts',
    devDependencies: { '@types/express': '^5.0.6', '@types/node': '^24.19.2', tsx: '^4.23.15' },
  },
  ...serverTemplate([
    /^(?:const|import) \{ disconnect, plid, userOf/,
    /^app\.use\(plid\.routes\);/,
    /^app\.post\('\/disconnect'/,
    /^app\.get\('\/orders'/,
  ]),
};

/** Replaces `import` and `export`, which CommonJS modules don't have. */
export function toCommonJs(files: TemplateFiles): TemplateFiles {
  const changed = Object.entries(files).map(([file, text]) => {
    const exported = [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const required = text
      .replace(/^import (.+) from ('.+');$/gm, 'const $1 = require($2);')
      .replace(/^export /gm, '');
    return [
      file,
      exported.length === 0 ? required : `${required}\nmodule.exports = { ${exported.join(', ')} };\n`,
    ];
  });
  return Object.fromEntries(changed);
}
