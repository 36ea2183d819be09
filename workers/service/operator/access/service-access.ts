import { accessRecorder } from '../../../audit/record-access.ts';
import { serviceEvents } from '../../settings/service-events.ts';

/** Records an operator's access to users' data at the service (docs/operate/users.md). */
export const recordAccess = accessRecorder('service', serviceEvents.pseudonyms);
