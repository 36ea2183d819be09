import * as real from '../../../workers/service/routes/objects/index.ts';
import { observed } from '../assertions/observed-objects.ts';

/** The service's Durable Objects in a form that tests can look into and make fail. */
export const AccessRecords = observed(real.AccessRecords, 'AccessRecords');
export const Account = observed(real.Account, 'Account');
export const Application = observed(real.Application, 'Application');
export const Disclosures = observed(real.Disclosures, 'Disclosures');
export const Phone = observed(real.Phone, 'Phone');
export const PushedRequest = observed(real.PushedRequest, 'PushedRequest');
export const Waiting = observed(real.Waiting, 'Waiting');

export { default, EventKeys, Reviewers } from '../../../workers/service/routes/objects/index.ts';
