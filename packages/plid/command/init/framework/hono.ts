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
  ownCodeAdvice:
    "Replace users, sessions, startSession, endSession, and c.get('user') with your own users and sessions.",
  moduleType: 'module',
  ...serverTemplate('server.mjs', [
    /^import \{ csrf \}/,
    /^import \{ PlidRefusal/,
    /^import \{ signInRoutes \}/,
    /^const \{ ORIGIN,/,
    /^const plid =/,
    /^\/\/ Rejects forms of other sites\./,
    /^app\.get\('\/login'/,
    /^app\.get\('\/callback'/,
    /^app\.post\('\/logout'/,
    /^app\.post\('\/disconnect'/,
  ]),
};
