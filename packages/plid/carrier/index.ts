export * from './port.ts';
export { type Reading, readConfirmation, readOutcome, readStart } from './read-answers.ts';
