import { readObject } from '../test-suite/http-response.ts';
import { Mismatch } from '../test-suite/mismatch.ts';
import { type Place, runOperatorCommand } from '../test-suite/run-operator-command.ts';

/** A sign-in that a person, or a program in their place, is asked to do. */
export interface SignInRequest {
  /** The address to open in a browser. */
  address: string;
  /** They choose automatic login on this device. */
  autoLogin?: boolean;
}

export interface SignInResult {
  /** The address to which the browser came back: the callback, with its query. */
  callback: string;
  /** The cookies of the browser, if there is access to them: the value of a `Cookie` header. */
  cookies?: string;
}

/** Signs a person in. @throws {Mismatch} where the service does not let them in. */
export interface SignIn {
  (request: SignInRequest): Promise<SignInResult>;
  /** Whether it can choose automatic login, and tell the cookies of that device. */
  readonly automatic: boolean;
}

/** @param automatic whether it can choose automatic login, and tell the cookies of that device. */
export const signInBy = (
  automatic: boolean,
  signIn: (request: SignInRequest) => Promise<SignInResult>,
): SignIn => Object.assign(signIn, { automatic });

/** A person of plid's sandbox signs in: one whose phone approves by itself. @param url of the sandbox. */
export const signInAtSandbox = (url: string, phoneNo: string): SignIn =>
  signInBy(true, async ({ address, autoLogin = false }) => {
    const { response_type: _, ...parameters } = Object.fromEntries(new URL(address).searchParams);
    const body = JSON.stringify({ ...parameters, phoneNo, autoLogin });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const answer = await fetch(new URL('/sandbox/sign-in', url), { method: 'POST', headers, body });
    const text = await answer.text();
    const { location, device } = readObject(text) ?? {};
    if (typeof location !== 'string') throw new Mismatch('a sign-in', `status ${answer.status} ${text}`);
    return { callback: location, ...(typeof device === 'string' && { cookies: device }) };
  });

/**
 * A command of the operator's signs somebody in, such as a script that drives a browser.
 * It gets the authorization address as its last argument; the last line that it prints is the address of the callback.
 */
export const signInByCommand = (command: string, place?: Place): SignIn =>
  signInBy(false, async ({ address }) => ({
    callback: await runOperatorCommand(command, [address], 'a callback', place),
  }));
