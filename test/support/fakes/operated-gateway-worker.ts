import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { people } from '../../../workers/gateway/single-worker/people.ts';

export {
  Flow as PlidFlow,
  User as PlidUser,
} from '../../../workers/gateway/single-worker/configured-objects.ts';

/** A gateway with the operator's API. */
export default createGateway({ features: [people] });
