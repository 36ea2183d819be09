import type { OnDroppedField } from '../fields/read-record.ts';

/** Warns about a dropped field of a response if the application has no `onDroppedField`. */
export const warnAboutDroppedField: OnDroppedField = ({ message }) =>
  console.warn(`plid: a field of a response was dropped: ${message}.`);
