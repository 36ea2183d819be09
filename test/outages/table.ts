/** The services that work during an outage. outages.test.ts tries every cell, and guide.test.ts compares docs/operate/outages.md with them. */
export type Cell =
  | 'works'
  /** It works without a call to the dependency that is down. */
  | 'not asked'
  | 'works for an hour'
  | 'stale for an hour'
  | '503'
  | '502'
  /** Not in the guide: the result of a bug in plid. */
  | '500';

const serviceRow = (...[kv, lagging, objects, carrier]: [Cell, Cell, Cell, Cell]) => ({
  'KV is down': kv,
  'KV lags': lagging,
  'Durable Objects are down': objects,
  'the carrier is down': carrier,
});

export const service = {
  'authorize: the sign-in page': serviceRow('works for an hour', 'works', 'not asked', 'not asked'),
  'authorize: an automatic login': serviceRow('works for an hour', 'works', '503', 'not asked'),
  'a sign-in is sent': serviceRow('works for an hour', 'works', '503', '503'),
  'waiting for the phone, and the code': serviceRow('works for an hour', 'works', '503', '503'),
  token: serviceRow('works for an hour', 'works', '503', 'not asked'),
  user: serviceRow('works for an hour', 'works', '503', 'not asked'),
  disconnect: serviceRow('works for an hour', 'works', '503', 'not asked'),
  'admin: show, change, rotate, delete': serviceRow('works', 'works', '503', 'not asked'),
  'admin: list': serviceRow('503', 'works', '503', 'not asked'),
  'admin: register': serviceRow('503', 'works', '503', 'not asked'),
  'subscribers: leave': serviceRow('not asked', 'not asked', '503', 'not asked'),
  'subscribers: automatic logins': serviceRow('works for an hour', 'works', '503', 'not asked'),
  'account page: connections': serviceRow('works for an hour', 'works', '503', 'not asked'),
  'account page: disconnecting': serviceRow('not asked', 'not asked', '503', 'not asked'),
};

const gatewayRow = (
  ...[kv, lagging, objects, silent, unavailable, nonsense]: [Cell, Cell, Cell, Cell, Cell, Cell]
) => ({
  'KV is down': kv,
  'KV lags': lagging,
  'Durable Objects are down': objects,
  'the service does not respond': silent,
  'the service says 503': unavailable,
  'the service sends an invalid response': nonsense,
});
const needsService = ['503', '503', '502'] as const;
const needsNoService = ['not asked', 'not asked', 'not asked'] as const;

export const gateway = {
  login: gatewayRow('works', 'works', 'not asked', ...needsNoService),
  callback: gatewayRow('works', 'works', '503', ...needsService),
  'callback in another browser: the page': gatewayRow('works', 'works', 'not asked', ...needsNoService),
  'an app’s session': gatewayRow('works', 'works', '503', ...needsService),
  session: gatewayRow('works', 'works', 'stale for an hour', ...needsNoService),
  'list of sessions': gatewayRow('not asked', 'not asked', '503', ...needsNoService),
  'sign-out': gatewayRow('works', 'works', '503', ...needsNoService),
  disconnect: gatewayRow('works', 'works', '503', ...needsService),
  'token proxy': gatewayRow('not asked', 'not asked', '503', ...needsService),
  'user proxy': gatewayRow('not asked', 'not asked', 'not asked', ...needsService),
  'guard: a public path': gatewayRow('works', 'works', 'works', ...needsNoService),
  'guard: any other path': gatewayRow('works', 'works', 'works for an hour', ...needsNoService),
};
