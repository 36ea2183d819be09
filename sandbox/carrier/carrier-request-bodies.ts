import * as v from 'valibot';
import { entries, noticeKinds, startWays } from '../../workers/core/carrier/port.ts';
import { attributePatternOf, carrierCodes } from '../../workers/core/protocol/user-record.ts';

/** The bodies of the service's requests (docs/carrier.openapi.yaml). */
const text = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));

const context = v.object({
  browser: v.exactOptional(v.string()),
  country: v.exactOptional(v.string()),
  city: v.exactOptional(v.string()),
  knownBrowser: v.boolean(),
  automaticLogin: v.boolean(),
  attributes: seconds,
  account: v.exactOptional(v.boolean()),
});

/** Fields that are displayed on the phone. */
const shown = {
  id: text(/^[\w-]{8,64}$/),
  signIn: text(/^[\w-]{8,32}$/),
  telcoCd: v.picklist(carrierCodes),
  application: v.string(),
  applicationHost: v.string(),
  context,
};

const requested = {
  ...shown,
  expires: seconds,
  expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1)),
  returnTo: v.pipe(v.string(), v.url()),
};

const phoneNo = text(attributePatternOf('phoneNo'));

export const confirmationRequestSchema = v.object({
  ...requested,
  name: v.string(),
  phoneNo,
  mvno: v.boolean(),
  match: text(/^\d\d$/),
  entry: v.picklist(entries),
  choices: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(9))),
});

export const startRequestSchema = v.object({ ...requested, way: v.picklist(startWays) });

export const requestIdSchema = v.object({ requestId: text(/^[\x21-\x7e]{1,199}$/) });

export const noticeBodySchema = v.object({
  ...shown,
  kind: v.picklist(noticeKinds),
  phoneNo,
  mvno: v.boolean(),
  at: seconds,
  end: v.exactOptional(v.pipe(v.string(), v.url())),
});
