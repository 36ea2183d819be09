import * as v from 'valibot';

/** The facts of a login (packages/plid/protocol/login-facts.ts) within a sealed value. */
export const loginFacts = () =>
  v.object({
    auth_time: v.exactOptional(v.number()),
    amr: v.exactOptional(v.array(v.string())),
    risk: v.exactOptional(v.string()),
  });
