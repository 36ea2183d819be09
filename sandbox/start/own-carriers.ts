import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { findConfiguration } from '../../tools/configuration/worker-folder.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { type CarrierCode, carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { schema } from '../../workers/service/carriers/carriers-settings.ts';

/** The value of `--carrier` for the Barocert adapter, which calls the sandbox's simulation of the vendor's API. */
const barocertAddress = 'barocert:';

/** The developer's own carriers, which replace the sandbox's carriers. */
export type OwnCarriers =
  | {
      /**
       * The configuration of a Worker that has the entrypoint `Carrier`. The Worker replaces all three carriers.
       */
      worker: string;
    }
  | {
      /** URLs of carriers' HTTP APIs, or {@link barocertAddress}. */
      addresses: Partial<Record<CarrierCode, string>>;
      /** The bearer token for calling the carriers. Undefined if the public token is used. */
      token: string | undefined;
    };

/** Returns the networks whose carrier is the developer's own. */
export function networksWithOwnCarrier(own: OwnCarriers | undefined): readonly CarrierCode[] {
  if (own === undefined) return [];
  if ('worker' in own) return carrierCodes;
  const barocert = networksOverBarocert(own);
  return carrierCodes.filter((code) => own.addresses[code] !== undefined && !barocert.includes(code));
}

/** Returns the networks that the Barocert adapter serves. Their phones are the sandbox's. */
export function networksOverBarocert(own: OwnCarriers | undefined): readonly CarrierCode[] {
  if (own === undefined || 'worker' in own) return [];
  return carrierCodes.filter((code) => own.addresses[code] === barocertAddress);
}

/**
 * Reads the `--carrier` options, at most one per network, and the token from the environment. @throws {Failure} if
 * a value is invalid. The message names the value, but never contains the token.
 */
export function readOwnCarrierOptions(
  given: readonly string[] | undefined,
  environment: NodeJS.ProcessEnv,
): OwnCarriers | undefined {
  if (given === undefined) return undefined;
  const [only = '', ...others] = given;
  const [, ofNetwork, place = ''] = /^([A-Z]=)?(.*)$/.exec(only) ?? [];
  if (isAddress(place) || others.length > 0) return readAddresses(given, environment);
  if (lacksColon(place))
    throw new Failure(
      `--carrier ${only}: folder not found. For the Barocert adapter, use: --carrier ${ofNetwork ?? ''}barocert:`,
    );
  if (ofNetwork !== undefined)
    throw new Failure(`--carrier ${only}: a folder applies to all three networks. Remove ${ofNetwork}.`);
  return { worker: findWorker(place) };
}

const isAddress = (text: string): boolean => text === barocertAddress || /^\w+:\/\//.test(text);

const lacksColon = (place: string): boolean =>
  /^barocert:?\/?$/i.test(place) && !existsSync(path.resolve(io().cwd, place));

function readAddresses(given: readonly string[], environment: NodeJS.ProcessEnv): OwnCarriers {
  const addresses: Partial<Record<CarrierCode, string>> = {};
  for (const value of given) {
    const [, network, place = ''] = /^(?:(\w+)=)?(.*)$/.exec(value) ?? [];
    for (const code of networksOf(network)) {
      if (addresses[code] !== undefined) throw new Failure(`--carrier names two carriers for ${code}.`);
      addresses[code] = readAddress(place);
    }
  }
  return { addresses, token: readToken(environment) };
}

function readAddress(place: string): string {
  const address = place.replace(/\/$/, '');
  const fault = faultOf('CARRIER_S', address);
  if (fault !== undefined) throw new Failure(`--carrier: ${place} is not valid. The option ${fault}.`);
  return address;
}

function readToken({ PLID_CARRIER_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
  const fault = token === undefined ? undefined : faultOf('CARRIER_S_TOKEN', token);
  if (fault !== undefined) throw new Failure(`PLID_CARRIER_TOKEN isn't a bearer token: it ${fault}.`);
  return token;
}

function networksOf(network: string | undefined): readonly CarrierCode[] {
  if (network === undefined) return carrierCodes;
  const code = carrierCodes.find((each) => each === network);
  if (code === undefined)
    throw new Failure(
      `--carrier needs S, K, or L before the =, not: ${network}. S is SKT, K is KT, L is LG U+.`,
    );
  return [code];
}

/** Returns the worker's error message for a value, or undefined if the value is valid. */
function faultOf(setting: 'CARRIER_S' | 'CARRIER_S_TOKEN', value: string): string | undefined {
  return v.safeParse(schema.entries[setting], value, { abortPipeEarly: true }).issues?.[0].message;
}

function findWorker(place: string): string {
  const folder = path.resolve(io().cwd, place);
  if (place === '' || !existsSync(folder))
    throw new Failure(
      `--carrier needs an address such as http://localhost:4000, barocert:, or the folder of a Worker. Folder not found: ${place}`,
    );
  const configuration = findConfiguration(folder);
  if (configuration !== undefined) return configuration;
  throw new Failure(
    `--carrier: no wrangler.toml found in ${place}. The folder must contain a Worker with the entrypoint Carrier (docs/examples/carrier). If your carrier listens over HTTP, start it separately, then use: --carrier http://localhost:<its port>`,
  );
}
