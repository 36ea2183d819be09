import * as v from 'valibot';
import { accessRecordSettings } from '../../core/audit/access-record-settings.ts';
import { endpoint } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { bindings } from '../shared/service-bindings.ts';

export { AccessRecords } from '../../core/audit/access-records.ts';
export { Account } from './account.ts';
export { Application } from './application.ts';
export { Disclosures } from './disclosures.ts';
export { EventKeys } from '../features/events/event-keys-entrypoint.ts';
export { Phone } from './phone.ts';
export { PushedRequest } from './pushed-request.ts';
export { Reviewers } from '../features/reviewers/reviewers-entrypoint.ts';
export { Waiting } from './waiting.ts';

/**
 * Hosts the service's Durable Objects. This worker has no route, so only the service's other workers can reach it.
 */
export default endpoint(
  'service-objects',
  v.object({
    ...pick(
      bindings,
      'LOCATION_HINT',
      'ACCOUNT',
      'APPLICATION',
      'APPLICATIONS',
      'BASE_URL',
      'EVENT_KEY',
      'SIGNER',
    ),
    ...pick(bindings, 'DISCLOSURES', 'DISCLOSURE_KEY', 'NOTICE_DAYS'),
    ...accessRecordSettings,
  }),
  {},
  {
    classes: [
      ...[['Account', 'Phone'], ['Application'], ['Waiting'], ['PushedRequest']],
      ...[['Disclosures'], ['AccessRecords']],
    ],
  },
);
