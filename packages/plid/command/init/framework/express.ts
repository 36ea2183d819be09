import { type FrameworkTemplate, serverTemplate } from './template.ts';

export const express: FrameworkTemplate = {
  title: 'Express',
  framework: 'express',
  dependencies: { express: '^5.3.0' },
  script: 'start',
  command: 'node --env-file=.env server.mjs',
  address: 'http://localhost:3000/orders',
  page: 'docs/client/express.md',
  ignored: [],
  ownCodeAdvice: 'Replace users with your own users, and /orders with a route for signed-in users.',
  ...serverTemplate([
    'import { plidSignIn }',
    '/** Your users by plid.',
    'const plid =',
    'app.use(plid.routes);',
    "app.get('/orders'",
  ]),
};
