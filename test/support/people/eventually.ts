import { setTimeout } from 'node:timers/promises';

/** The longest wait, in milliseconds. */
const patience = 15_000;

/** Asks again until there is an answer: what comes behind a response, such as a notice. It also runs outside of tests. @throws what the last try threw. */
export async function eventually<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const last = Date.now() + patience;
  for (;;) {
    try {
      return await ask();
    } catch (failure) {
      if (Date.now() > last) throw failure;
      await setTimeout(50);
    }
  }
}
