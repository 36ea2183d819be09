import { type FrameworkTemplate, serverTemplate } from './template.ts';

export const hono: FrameworkTemplate = {
  title: 'Hono',
  framework: 'hono',
  dependencies: { hono: '^4.13.19', '@hono/node-server': '^2.1.9' },
  script: 'start',
  command: 'node --env-file=.env server.mjs',
  address: 'http://localhost:3000',
  page: 'docs/client/hono.md',
  ignored: [],
  ownCodeAdvice: 'Replace users with your own users, and add required to routes for signed-in users.',
  moduleType: 'module',
  ...serverTemplate('server.mjs', [
    /^import \{ PlidRefusal/,
    /^import \{ plidSignIn \}/,
    /^const \{ ORIGIN,/,
    /^const users =/,
    /^const plid =/,
    /^const required =/,
    /^app\.use\(async \(c, next\)/,
    /^app\.post\('\/disconnect'/,
  ]),
};
