import * as v from 'valibot';
import { endpoint } from '../../core/endpoint.ts';

export { Account } from './account.ts';
export { Phone } from './phone.ts';

export default endpoint('service-objects', v.object({}), {});
