import type { OnLeftOut } from '../fields/read-record.ts';

/** Warns about a dropped field of a response if the application has no `onLeftOut`. */
export const warnAboutDroppedField: OnLeftOut = ({ message }) =>
  console.warn(`plid: an answer was read without a field: ${message}.`);
