import * as v from 'valibot';

/** Login facts (workers/core/protocol/login-facts.ts) within an encrypted value. */
export const loginFacts = () =>
  v.object({
    auth_time: v.exactOptional(v.number()),
    amr: v.exactOptional(v.array(v.string())),
    risk: v.exactOptional(v.string()),
  });
