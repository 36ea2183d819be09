import type { SignIn } from '../conformance/sign-in.ts';
import { signInBy } from '../conformance/sign-in.ts';
import { askAtTerminal } from '../test-suite/ask-at-terminal.ts';

/** Somebody at the terminal signs in with their own browser and phone, and pastes the address that they came back to. */
export const signInAtTerminal = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): SignIn =>
  signInBy(false, async ({ address }) => {
    const told = `Sign in here, without automatic login:\n  ${address}`;
    return {
      callback: await askAtTerminal(input, output, told, 'The address that the browser came back to: '),
    };
  });
