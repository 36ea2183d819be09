import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { openid } from '../../../workers/gateway/single-worker/openid.ts';
import { people } from '../../../workers/gateway/single-worker/people.ts';

export {
  Flow as PlidFlow,
  User as PlidUser,
} from '../../../workers/gateway/single-worker/configured-objects.ts';
export { AccessRecords as PlidAccessRecords } from '../../../workers/gateway/single-worker/people.ts';

/** A gateway with the optional parts that have secrets of their own. */
export default createGateway({ features: [openid, people] });
