import type { OnLeftOut } from '../fields/read-record.ts';

/** What is said of a field that a record was read without, where the application does not ask to be told itself. */
export const warnOfLeftOut: OnLeftOut = ({ message }) =>
  console.warn(`plid: a user record was read without a field: ${message}.`);
