import { connectSandbox } from '../../plid/sandbox/sandbox-client.ts';
import { sandboxRequestsTo } from '../../plid/sandbox/sandbox-request.ts';
import type { PhoneRequest } from '../../plid/sandbox/types.ts';
import { askAtTerminal } from '../test-suite/ask-at-terminal.ts';
import { Mismatch } from '../test-suite/mismatch.ts';
import { type CommandContext, runOperatorCommand } from '../test-suite/run-operator-command.ts';

/** Ways to answer a request: choose the number in `match`, deny, choose a wrong number, or type digits. */
export type PhoneAction = 'approve' | 'deny' | 'wrong' | 'type';

/** The test subscriber's phone, and a way to answer on it. */
export interface Phone {
  /**
   * @param digits the request's `match`. The action `approve` chooses these digits, `wrong` chooses another
   * number, and `type` types these digits. @throws if the phone doesn't accept the answer, for example because the
   * request is no longer pending.
   */
  act(action: PhoneAction, requestId: string, digits: string): Promise<void>;
  /** Number of unanswered requests on the phone. */
  count(): Promise<number>;
  /** Moves the clock of a sandbox carrier forward. */
  advance?(seconds: number): Promise<void>;
}

const numberIn = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Mismatch('the number of requests on the phone', text || 'nothing');
};

/**
 * A phone on which a command answers for the subscriber. The command's arguments are the action, the request's ID,
 * and the digits. If the only argument is `count`, the command prints the number of unanswered requests.
 */
export const phoneByCommand = (command: string, place?: CommandContext): Phone => ({
  async act(action, requestId, digits) {
    await runOperatorCommand(command, [action, requestId, digits], `${action} on the phone`, place);
  },
  count: async () =>
    numberIn(await runOperatorCommand(command, ['count'], 'the number of requests on the phone', place)),
});

const instructions: Record<PhoneAction, (digits: string) => string> = {
  approve: (digits) => `On the phone, approve with ${digits}.`,
  deny: () => 'On the phone, deny the request.',
  wrong: (digits) => `On the phone, tap a number other than ${digits}.`,
  type: (digits) => `On the phone, type ${digits}.`,
};

/** A real phone on which the developer answers after a prompt at the terminal. */
export const phoneAtTerminal = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Phone => ({
  async act(action, requestId, digits) {
    const text = `${instructions[action](digits)} Request ID: ${requestId}.`;
    await askAtTerminal(input, output, text, "Press Enter when done, or if the phone doesn't allow it: ");
  },
  count: async () =>
    numberIn(await askAtTerminal(input, output, 'Look at the phone.', 'How many requests are waiting? ')),
});

/** The phone of a subscriber in a plid sandbox. @param url of the sandbox. */
export async function phoneOfSandbox(url: string, phoneNo: string): Promise<Phone> {
  const { person, clock } = await connectSandbox(url);
  const ask = sandboxRequestsTo(new URL(url).origin);
  const requests = () => person(phoneNo).requests();
  const tap = (requestId: string, match: string) =>
    ask<unknown>('POST', `/requests/${requestId}/approve`, { match });
  const another = ({ choices, match }: PhoneRequest) => choices.find((choice) => choice !== match) ?? '';
  return {
    async act(action, requestId, digits) {
      const request = (await requests()).find(({ id }) => id === requestId);
      if (request?.status !== 'pending') throw new Mismatch('a waiting request on the phone', 'none');
      if (action === 'deny') await ask('POST', `/requests/${requestId}/deny`);
      else await tap(requestId, action === 'wrong' ? another(request) : digits);
    },
    count: async () => (await requests()).filter(({ status }) => status === 'pending').length,
    advance: (seconds) => clock.advance(seconds),
  };
}
