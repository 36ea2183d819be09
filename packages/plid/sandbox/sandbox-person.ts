import { setTimeout as wait } from 'node:timers/promises';
import { SandboxError } from './sandbox-error.ts';
import type { SendToSandbox } from './sandbox-request.ts';
import type { Behaviour, PhoneNotice, PhoneRequest, SandboxPerson } from './types.ts';

interface WaitOptions {
  /** Maximum time until a request reaches the phone, in milliseconds; default: 5 seconds. */
  timeout?: number;
}

/** A user of the sandbox and their phone. */
export interface PersonOfSandbox {
  readonly phoneNo: string;
  /**
   * Returns the carrier's data about the user, and the phone's behavior. @throws {SandboxError} if no user has
   * this number.
   */
  read(): Promise<SandboxPerson>;
  /** The requests on the phone, newest first. */
  requests(): Promise<PhoneRequest[]>;
  /** The carrier's notices after sign-ins, newest first. */
  notices(): Promise<PhoneNotice[]>;
  /** Scans the QR code of a sign-in that was started without a number. @returns the sign-in's request. */
  scan(code: string): Promise<PhoneRequest>;
  /** Waits for a request and chooses the number that the sign-in displays. */
  approve(options?: WaitOptions): Promise<PhoneRequest>;
  /** Waits for a request and denies it. */
  deny(options?: WaitOptions): Promise<PhoneRequest>;
  /** Waits for a request and chooses a wrong number. */
  tapWrongNumber(options?: WaitOptions): Promise<PhoneRequest>;
  /** Changes the phone's behavior or the carrier's data about the user. */
  change(changes: Partial<Omit<SandboxPerson, 'phoneNo'>>): Promise<void>;
  behaves(behaviour: Behaviour): Promise<void>;
  /** Removes the user from the phone authentication app, which ends the user's registration (§2.1). */
  leave(): Promise<void>;
  /**
   * Registers the user again, or installs the app on the user's phone for the first time. The user gets a new plid
   * at the next sign-in.
   */
  register(): Promise<void>;
  /** Turns off automatic login for an application on all of the user's devices. */
  endAutomaticLogins(client_id: string): Promise<void>;
}

/** Polling interval, in milliseconds. */
const interval = 50;

export function personWithNumber(ask: SendToSandbox, phoneNo: string): PersonOfSandbox {
  const onPhone = () =>
    ask<{ requests: PhoneRequest[]; notices: PhoneNotice[] }>('GET', `/requests?phoneNo=${phoneNo}`);
  const requests = async () => (await onPhone()).requests;

  async function pending({ timeout = 5_000 }: WaitOptions = {}): Promise<PhoneRequest> {
    const until = Date.now() + timeout;
    for (;;) {
      const found = (await requests()).find(({ status }) => status === 'pending');
      if (found !== undefined) return found;
      if (Date.now() > until)
        throw new SandboxError(`No request has reached the phone ${phoneNo} within ${timeout} ms.`);
      await wait(interval);
    }
  }
  const decide = async (id: string, action: string, body?: object) =>
    (await ask<{ request: PhoneRequest }>('POST', `/requests/${id}/${action}`, body)).request;
  const act = async (action: string, body?: object): Promise<void> => {
    await ask('POST', `/subscribers/${phoneNo}/${action}`, body);
  };

  async function read(): Promise<SandboxPerson> {
    const { subscribers } = await ask<{ subscribers: SandboxPerson[] }>('GET', '/subscribers');
    const found = subscribers.find((person) => person.phoneNo === phoneNo);
    if (found === undefined) throw new SandboxError(`No user of the sandbox has the number ${phoneNo}.`);
    return found;
  }
  async function change(changes: Partial<SandboxPerson>): Promise<void> {
    await ask('POST', '/subscribers', { ...(await read()), ...changes, phoneNo });
  }

  return {
    phoneNo,
    read,
    requests,
    notices: async () => (await onPhone()).notices,
    scan: async (code) =>
      (await ask<{ request: PhoneRequest }>('POST', `/subscribers/${phoneNo}/scan`, { code })).request,
    async approve(options) {
      const { id, match } = await pending(options);
      return decide(id, 'approve', { match });
    },
    deny: async (options) => decide((await pending(options)).id, 'deny'),
    async tapWrongNumber(options) {
      const { id, match, choices } = await pending(options);
      return decide(id, 'approve', { match: choices.find((choice) => choice !== match) });
    },
    change,
    behaves: (behaviour) => change({ behaviour }),
    leave: () => act('leave'),
    register: () => act('register'),
    endAutomaticLogins: (client_id) => act('end-automatic-logins', { client_id }),
  };
}
