import { isLoopback } from '../../../core/http/secure-address.ts';
import { type FieldValues, fieldNames, fieldOf } from '../../registry/application-fields.ts';

const addressFields = fieldNames.filter((name) => ['callbacks', 'receiver'].includes(fieldOf(name).kind));

/** Returns the loopback addresses among an application's redirect URIs and event receivers. */
export const loopbackAddresses = (application: Partial<FieldValues>): string[] =>
  addressFields
    .flatMap((name) => (application[name] ?? []) as string | string[])
    .filter((address) => URL.canParse(address) && isLoopback(new URL(address)));
