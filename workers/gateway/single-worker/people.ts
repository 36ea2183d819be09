import { AccessRecords as AccessRecordsObject } from '../../audit/access-records.ts';
import storedUsers from '../features/people/index.ts';
import { completed } from './configured-objects.ts';
import type { Feature } from './feature.ts';

/** The operator's API for users' data. */
export const people: Feature = { feature: 'people', workers: [storedUsers] };

/** The `AccessRecords` object of the single Worker. */
export class AccessRecords extends AccessRecordsObject {
  constructor(state: DurableObjectState, env: ConstructorParameters<typeof AccessRecordsObject>[1]) {
    super(state, completed(env));
  }
}
