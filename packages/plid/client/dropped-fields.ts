import type { OnDroppedField } from '../fields/read-record.ts';

/**
 * Logs a warning about a field that was dropped from a response. Used if the application has no `onDroppedField`.
 */
export const warnAboutDroppedField: OnDroppedField = ({ message }) =>
  console.warn(`plid: a field of a response was dropped: ${message}.`);
