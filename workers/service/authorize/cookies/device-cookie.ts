import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { automaticLoginLifetime } from '../../shared/service-lifetimes.ts';
import { device } from '../../shared/service-values.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/** A device that logs in automatically at an application. */
interface Device {
  plid: string;
  device: string;
}

const cookieName = (client_id: string) => `plid-device-${client_id}`;

/** The automatic login of this browser at an application, as its cookie has it; the account decides whether it is still valid. */
export async function readDevice(
  { request, env, now }: AuthorizeContext,
  client_id: string,
): Promise<Device | undefined> {
  const cookie = readCookie(request, cookieName(client_id));
  return cookie === undefined ? undefined : device.open(env.KEYS, cookie, now);
}

/** @returns the device, where its automatic login is this person's. */
export async function readOwnDevice(
  context: AuthorizeContext,
  client_id: string,
  plid: string,
): Promise<string | undefined> {
  const registered = await readDevice(context, client_id);
  return registered?.plid === plid ? registered.device : undefined;
}

/** A Set-Cookie value that names this device from now on. */
export async function keepDevice(
  { url, env, now }: AuthorizeContext,
  client_id: string,
  value: Device,
): Promise<string> {
  const text = await device.seal(env.KEYS, value, now + automaticLoginLifetime);
  return writeCookie(url, cookieName(client_id), text, automaticLoginLifetime);
}

/** Set-Cookie values that remove the automatic login at an application from this browser. */
export function dropDevice({ request, url }: AuthorizeContext, client_id: string): string[] {
  const name = cookieName(client_id);
  return readCookie(request, name) === undefined ? [] : [writeCookie(url, name, '', 0)];
}
