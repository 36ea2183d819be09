import * as v from 'valibot';
import { sealed } from '../../../core/crypto/seal.ts';

/** The user of a request, whom the vendor's verification asks for again. */
export const askedPerson = /* @__PURE__ */ sealed('service barocert person', () =>
  v.object({ name: v.string(), phoneNo: v.string() }),
);

/** The identity that the vendor has verified. */
export const verifiedIdentity = /* @__PURE__ */ sealed('service barocert identity', () =>
  v.object({ identity: v.record(v.string(), v.string()) }),
);
