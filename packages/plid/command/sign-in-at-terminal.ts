import type { SignIn } from '../conformance/sign-in.ts';
import { signInBy } from '../conformance/sign-in.ts';
import { askAtTerminal } from '../test-suite/ask-at-terminal.ts';

/** The developer signs in with a browser and phone and pastes the callback URL at the terminal. */
export const signInAtTerminal = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): SignIn =>
  signInBy(false, async ({ address }) => {
    const prompt = `Sign in here, without automatic login:\n  ${address}`;
    return {
      callback: await askAtTerminal(input, output, prompt, 'The address that the browser came back to: '),
    };
  });
