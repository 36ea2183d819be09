import { readObject } from '../test-suite/http-response.ts';
import { Mismatch } from '../test-suite/mismatch.ts';
import { type CommandContext, runOperatorCommand } from '../test-suite/run-operator-command.ts';

/** A sign-in that a user, or a program that acts as the user, must complete. */
export interface SignInRequest {
  /** The address to open in a browser. */
  address: string;
  /** Whether the user chooses automatic login on this device. */
  autoLogin?: boolean;
}

export interface SignInResult {
  /** The callback URL with its query. */
  callback: string;
  /** The browser's cookies as the value of a `Cookie` header, if they are accessible. */
  cookies?: string;
}

/** Signs a user in. @throws {Mismatch} if the service refuses. */
export interface SignIn {
  (request: SignInRequest): Promise<SignInResult>;
  /** Whether the sign-in function can choose automatic login on a device and return the device's cookies. */
  readonly automatic: boolean;
}

/**
 * @param automatic whether the function can choose automatic login on a device and return the device's cookies.
 */
export const signInBy = (
  automatic: boolean,
  signIn: (request: SignInRequest) => Promise<SignInResult>,
): SignIn => Object.assign(signIn, { automatic });

/** Signs in a user of plid's sandbox whose phone approves automatically. @param url of the sandbox. */
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
 * Runs the operator's own command to sign a user in, such as a script that drives a browser. The command's last
 * argument is the authorization URL, and its last line of output is the callback URL.
 */
export const signInByCommand = (command: string, place?: CommandContext): SignIn =>
  signInBy(false, async ({ address }) => ({
    callback: await runOperatorCommand(command, [address], 'a callback', place),
  }));
