import { endpoint } from '../../../core/worker/endpoint.ts';
import { schema } from './barocert-settings.ts';

export { BarocertCarrier } from './barocert-carrier.ts';
export { BarocertRequest } from './barocert-request.ts';

/**
 * Asks users by the PASS app, through Barocert. It's deployed only if a `CARRIER_…` setting is `barocert:`.
 *
 * It has no route, so only the worker that calls carriers can reach it.
 */
export default endpoint(
  'service-barocert',
  schema,
  {},
  { classes: [['BarocertRequest']], deployedFor: 'barocert:' },
);
