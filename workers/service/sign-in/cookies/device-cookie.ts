import type { KeyRing } from '../../../core/crypto/keys.ts';
import { type CookieName, readCookie, readCookies, writeCookie } from '../../../core/http/cookies.ts';
import type { CurrentDevice } from '../../objects/account-tables.ts';
import { device } from '../../settings/service-sealed-types.ts';

/** A device with automatic login for an application. */
export type Device = Parameters<typeof device.seal>[1];

interface DeviceContext {
  request: Request;
  url: URL;
  env: { KEYS: KeyRing };
  /** In seconds since 1970. */
  now: number;
}

const devicePrefix = 'plid-device-';
const cookieName = (client_id: string): CookieName => `${devicePrefix}${client_id}`;

/**
 * Returns this browser's automatic login for an application, from its cookie. The account decides whether the
 * login is still valid.
 */
export async function readDevice(
  { request, env, now }: DeviceContext,
  client_id: string,
): Promise<Device | undefined> {
  const cookie = readCookie(request, cookieName(client_id));
  return cookie === undefined ? undefined : device.open(env.KEYS, cookie, now);
}

/** Returns every automatic login of this browser, read with {@link readDevice}. */
export async function readDevices({
  request,
  env,
  now,
}: DeviceContext): Promise<[client_id: string, Device][]> {
  const devices: [string, Device][] = [];
  for (const [client_id, cookie] of readCookies(request, devicePrefix)) {
    const opened = await device.open(env.KEYS, cookie, now);
    if (opened !== undefined) devices.push([client_id, opened]);
  }
  return devices;
}

/**
 * Returns this browser's device for an application.
 * @returns undefined if the device's automatic login doesn't belong to this user.
 */
export async function readDeviceOfUser(
  context: DeviceContext,
  client_id: string,
  plid: string,
): Promise<string | undefined> {
  const registered = await readDevice(context, client_id);
  return registered?.plid === plid ? registered.device : undefined;
}

/**
 * Returns a Set-Cookie value for this device. @param expires the end of the device's automatic login, in seconds
 * since 1970.
 */
export async function storedDeviceCookie(
  { url, env, now }: DeviceContext,
  client_id: string,
  value: Device,
  expires: number,
): Promise<string> {
  const text = await device.seal(env.KEYS, value, expires);
  return writeCookie(url, cookieName(client_id), text, expires - now);
}

/** Returns Set-Cookie values that renew the device's cookie if the cookie doesn't have the current generation. */
export async function renewedDeviceCookies(
  context: DeviceContext,
  client_id: string,
  registered: Device,
  { generation, expires }: CurrentDevice,
): Promise<string[]> {
  if (generation === registered.generation) return [];
  return [await storedDeviceCookie(context, client_id, { ...registered, generation }, expires)];
}

/** Returns Set-Cookie values that remove an application's automatic login from this browser. */
export function removedDeviceCookies(
  { request, url }: Pick<DeviceContext, 'request' | 'url'>,
  client_id: string,
): string[] {
  const name = cookieName(client_id);
  return readCookie(request, name) === undefined ? [] : [writeCookie(url, name, '', 0)];
}
