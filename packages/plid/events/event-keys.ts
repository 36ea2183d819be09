import { importPublicKey } from '../../../workers/core/crypto/jwt.ts';
import { callService, type ServiceSettings } from '../client/call-service.ts';
import { PlidRefusal, PlidUnavailable } from '../client/errors.ts';
import { FieldError } from '../fields/field-error.ts';
import { isObject } from '../fields/read-record.ts';
import { publishedKeysInterval, publishedKeysLifetime } from './event-lifetimes.ts';

type Keys = ReadonlyMap<string, CryptoKey>;

/** One read of the keys. */
interface Reading {
  /** When the keys were requested, in seconds since 1970. */
  asked: number;
  reading: boolean;
  /** Missing during the request and after a failure. */
  keys?: Keys;
}

/** Duration of one wait for another request's read, in milliseconds. */
const pause = 50;

/**
 * The service's public keys for events, as an isolate or process read them last. They are read again after an hour or
 * if an event names an unknown key. They are read at most once a minute, so that invented key IDs cause no load.
 */
export class EventKeys {
  #latest: Reading | undefined;

  /**
   * Finds a key by its ID. @param path of the keys at the service. @param now in seconds since 1970.
   * @returns undefined if the service doesn't publish the key. @throws {PlidUnavailable} if the keys can't be read, or
   * not again within that minute. {PlidRefusal} {PlidMismatch}
   */
  async find(
    settings: ServiceSettings,
    path: string,
    kid: string,
    now: number,
  ): Promise<CryptoKey | undefined> {
    if (this.#latest?.reading) await this.#untilRead(settings.timeout);
    const known = this.#latest?.keys?.get(kid);
    // Keys that were asked for at a later time don't count: the clock was set back.
    const asked = this.#latest?.asked ?? Number.NEGATIVE_INFINITY;
    const age = now < asked ? Number.POSITIVE_INFINITY : now - asked;
    if (known !== undefined && age < publishedKeysLifetime) return known;
    if (age < publishedKeysInterval)
      throw new PlidUnavailable('unavailable', `The keys at ${path} were read less than a minute ago.`, {
        retryAfter: Math.max(1, Math.ceil(publishedKeysInterval - age)),
      });
    const reading: Reading = { asked: now, reading: true };
    this.#latest = reading;
    try {
      reading.keys = await readKeys(settings, path);
    } finally {
      reading.reading = false;
    }
    return reading.keys.get(kid);
  }

  /**
   * Waits while another request reads the keys. It polls, because on workerd one request can't await another
   * request's promise. @param timeout in seconds.
   */
  async #untilRead(timeout: number): Promise<void> {
    for (let waited = 0; this.#latest?.reading && waited < timeout * 1000; waited += pause)
      await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @returns an empty map if the service has no keys (404). */
async function readKeys(settings: ServiceSettings, path: string): Promise<Keys> {
  try {
    return await callService(settings, path, {}, importKeys);
  } catch (failure) {
    if (failure instanceof PlidRefusal && failure.refusal?.status === 404) return new Map();
    throw failure;
  }
}

/** Imports keys of the supported type and ignores others. @throws {FieldError} */
async function importKeys(body: unknown): Promise<Keys> {
  if (!isObject(body) || !Array.isArray(body.keys))
    throw new FieldError('keys', 'must be a list, so this is not a JSON Web Key Set');
  const usable = (body.keys as unknown[]).filter(isUsable);
  return new Map(
    await Promise.all(usable.map(async (jwk) => [jwk.kid, await importPublicKey(jwk)] as const)),
  );
}

/** Whether a JSON Web Key is a P-256 public key with an ID. */
function isUsable(key: unknown): key is { kid: string; x: string; y: string } {
  if (!isObject(key) || key.kty !== 'EC' || key.crv !== 'P-256') return false;
  return typeof key.kid === 'string' && [key.x, key.y].every(isCoordinate);
}

const isCoordinate = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{43}$/.test(value);
