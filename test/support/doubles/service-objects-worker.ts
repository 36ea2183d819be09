import * as real from '../../../workers/service/objects/index.ts';
import { observed } from '../inspect/observed-objects.ts';

/** The service's Durable Objects, which tests can look into and let fail. */
export const Account = observed(real.Account, 'Account');
export const Application = observed(real.Application, 'Application');
export const Phone = observed(real.Phone, 'Phone');

export { default, EventKeys } from '../../../workers/service/objects/index.ts';
