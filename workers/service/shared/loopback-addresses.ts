import { isLoopback } from '../../../packages/plid/http/secure-address.ts';
import { fieldNames, fieldOf, type StoredFields } from './application-fields.ts';

/** The kinds of fields that hold no address to which a browser is led or that the service calls. */
const otherKinds: readonly string[] = ['text', 'page', 'attributes', 'choice', 'number', 'logo', 'flag'];
const addressFields = fieldNames.filter((name) => !otherKinds.includes(fieldOf(name).kind));

/** The addresses of an application that are on this machine: callbacks, and those that it is told something at. */
export const loopbackAddresses = (application: Partial<StoredFields>): string[] =>
  addressFields
    .flatMap((name) => (application[name] ?? []) as string | string[])
    .filter((address) => URL.canParse(address) && isLoopback(new URL(address)));
