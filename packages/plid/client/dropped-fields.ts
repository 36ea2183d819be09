import type { OnLeftOut } from '../fields/read-record.ts';

/** The warning about a field that was left out of an answer, for applications that set no `onLeftOut`. */
export const warnAboutDroppedField: OnLeftOut = ({ message }) =>
  console.warn(`plid: an answer was read without a field: ${message}.`);
