import type { SignIn } from '../conformance/sign-in.ts';
import { signInBy } from '../conformance/sign-in.ts';
import { askAtTerminal } from '../test-suite/ask-at-terminal.ts';

/** Lets the developer sign in with a browser and a phone, and paste the callback URL at the terminal. */
export const signInAtTerminal = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): SignIn =>
  signInBy(false, async ({ address }) => {
    const prompt = `Sign in here, without automatic login:\n  ${address}`;
    return {
      callback: await askAtTerminal(
        input,
        output,
        prompt,
        'The callback address that the browser was redirected to: ',
      ),
    };
  });
