export { accounts } from './accounts.ts';
export { alarms } from './alarms.ts';
export { applications } from './applications.ts';
export { carriers } from './carriers.ts';
export { phoneAnswers } from './phone-answers.ts';
export { signIn } from './sign-in.ts';
export { taps } from './taps.ts';
export { waiting } from './waiting.ts';
