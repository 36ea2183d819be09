import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { openid } from '../../../workers/gateway/single-worker/openid.ts';
import { accessRecordsOf, people } from '../../../workers/gateway/single-worker/people.ts';

/** A gateway with the optional parts that have their own secrets. */
const gateway = createGateway({ features: [openid, people] });

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export class PlidAccessRecords extends accessRecordsOf(gateway) {}
export default gateway;
