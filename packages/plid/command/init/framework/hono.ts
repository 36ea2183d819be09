import { type FrameworkTemplate, serverTemplate } from './template.ts';

export const hono: FrameworkTemplate = {
  title: 'Hono',
  framework: 'hono',
  dependencies: { hono: '^4.13.19', '@hono/node-server': '^2.1.9' },
  script: 'start',
  command: 'node --env-file=.env server.mjs',
  address: 'http://localhost:3000',
  page: 'docs/client/web.md#hono',
  ignored: [],
  ownCodeFile: 'server.mjs',
  ownCodeAdvice: 'Replace users with your own users, and add required to routes for signed-in users.',
  typeScript: {
    command: 'node --env-file=.env server.mts',
    ownCodeFile: 'server.mts',
    devDependencies: { '@types/node': '^24.19.2' },
  },
  ...serverTemplate([
    /^import \{ createMiddleware/,
    /^import \{ PlidRefusal/,
    /^import \{ plidSignIn \}/,
    /^const setting =/,
    /^type User =/,
    /^declare module/,
    /^const users =/,
    /^const plid =/,
    /^const required =/,
    /^app\.use\(async \(c, next\)/,
    /^app\.post\('\/disconnect'/,
  ]),
};
