import * as real from '../../../workers/gateway/routes/objects/index.ts';
import { observed } from '../assertions/observed-objects.ts';

/** The gateway's Durable Objects in a form that tests can look into and make fail. */
export const Flow = observed(real.Flow, 'Flow');
export const GatewayAccessRecords = observed(real.GatewayAccessRecords, 'GatewayAccessRecords');
export const User = observed(real.User, 'User', ['listed', 'list', 'unlist']);

export { default } from '../../../workers/gateway/routes/objects/index.ts';
