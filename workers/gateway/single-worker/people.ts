import { AccessRecords } from '../../audit/access-records.ts';
import storedUsers from '../features/people/index.ts';
import { configuredObject } from './configured-object.ts';
import type { ConfiguredGateway } from './create-gateway.ts';
import type { Feature } from './feature.ts';

/** The operator's API for users' data. */
export const people: Feature = { feature: 'people', workers: [storedUsers] };

/** Returns the `AccessRecords` object of a single Worker. */
export const accessRecordsOf = ({ settingsOf }: Pick<ConfiguredGateway<never>, 'settingsOf'>) =>
  configuredObject(AccessRecords, settingsOf);
