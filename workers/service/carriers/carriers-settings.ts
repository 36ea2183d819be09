import * as v from 'valibot';
import type { Carrier, Entry } from '../../core/carrier/port.ts';
import { isApiAddress } from '../../core/http/secure-address.ts';
import { type CarrierCode, carrierCodes } from '../../core/protocol/user-record.ts';
import { bearerSetting } from '../../core/worker/bearer-tokens.ts';
import { binding, pick, secret } from '../../core/worker/settings.ts';
import { operatorTokens } from '../settings/operator-tokens.ts';
import { bindings } from '../settings/service-bindings.ts';
import { disabledCarrierMessage } from './disabled-carrier.ts';

const addressAdvice =
  'needs an address such as https://plid.carrier.example: https, without a trailing slash, ? or #, or a user name; or barocert:';

/** The adapters in workers of their own, by the address that names one. `matching` is what their phones can do. */
const adapters = { 'barocert:': { bound: 'BAROCERT', matching: 'none' } } as const;
type AdapterAddress = keyof typeof adapters;
/** Whether an address names an adapter. */
export const isAdapter = (address: string): address is AdapterAddress => Object.hasOwn(adapters, address);

/** How users match the number at an adapter (NUMBER_MATCHING). Undefined for an address of a carrier. */
export const matchingAt = (address: string): Entry | undefined =>
  isAdapter(address) ? adapters[address].matching : undefined;

/**
 * Address of the carrier's API, such as `https://plid.carrier.example/v2`, without a trailing slash; or `barocert:`
 * for the PASS app through Barocert. A change ends open requests on phones.
 *
 * The API is docs/carrier.openapi.yaml.
 */
const carrierAddress = v.optional(
  v.pipe(
    v.string(addressAdvice),
    v.check((text) => isAdapter(text) || isApiAddress(text), addressAdvice),
  ),
);
/**
 * Bearer token for the carrier, at least 32 characters. A carrier has either this token or a client certificate.
 * Change it while the carrier accepts both.
 */
const carrierToken = v.optional(v.pipe(bearerSetting, v.metadata(secret('issued'))));
/**
 * In a deployment file, the id of a client certificate at Cloudflare. In the worker, a fetcher that uses this
 * certificate.
 */
const carrierCertificate = v.optional(binding<Fetcher>({ kind: 'mtls_certificates' }));
/** `Y` stops requests to the carrier. Its subscribers get 503 for phone sign-ins. Automatic logins continue. */
const carrierOff = v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N');

/** Settings of the carriers, by code. All are optional. */
export const schema = v.pipe(
  v.object({
    CARRIER_S: carrierAddress,
    CARRIER_S_TOKEN: carrierToken,
    CARRIER_S_CERTIFICATE: carrierCertificate,
    CARRIER_S_OFF: carrierOff,
    CARRIER_K: carrierAddress,
    CARRIER_K_TOKEN: carrierToken,
    CARRIER_K_CERTIFICATE: carrierCertificate,
    CARRIER_K_OFF: carrierOff,
    CARRIER_L: carrierAddress,
    CARRIER_L_TOKEN: carrierToken,
    CARRIER_L_CERTIFICATE: carrierCertificate,
    CARRIER_L_OFF: carrierOff,
    /** The adapter for Barocert. It is bound if a carrier's address is `barocert:`. */
    BAROCERT: v.optional(
      binding<AdapterEntrypoint>({
        kind: 'services',
        service: 'service-barocert',
        entrypoint: 'BarocertCarrier',
      }),
    ),
    ...pick(operatorTokens, 'ADMIN_TOKEN'),
    ...pick(bindings, 'HSTS_SUBDOMAINS'),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const code of carrierCodes) {
      const key = `CARRIER_${code}` as const;
      const message = faultOfCredentials(dataset.value, key);
      const path = [
        { type: 'object', origin: 'value', input: dataset.value, key, value: undefined },
      ] as const;
      if (message !== undefined) addIssue({ message, path: [...path] });
    }
  }),
);
type Name = `CARRIER_${CarrierCode}`;
export type Env = v.InferOutput<typeof schema>;

/** An adapter: the port's calls, and a check that no phone notices. */
export interface AdapterEntrypoint extends Carrier {
  /** Returns the fault of the connection to the vendor, or undefined. */
  check(): Promise<string | undefined>;
}

/** The connection to a carrier over HTTP. */
export interface CarrierConnection {
  address: string;
  /** Bearer token. Undefined if the carrier uses a client certificate. */
  token: string | undefined;
  certificate: Fetcher | undefined;
}

/**
 * Looks up the connection to a carrier.
 * @returns the connection, or the reason why there is no connection. The reason includes the name of the setting.
 */
export function carrierConnection(
  env: Env,
  code: CarrierCode,
): CarrierConnection | { adapter: AdapterEntrypoint } | string {
  const address = env[`CARRIER_${code}`];
  if (address === undefined) return `CARRIER_${code} is not set`;
  if (env[`CARRIER_${code}_OFF`] === 'Y') return `${disabledCarrierMessage}: CARRIER_${code}_OFF`;
  if (isAdapter(address)) return adapterOf(env, address);
  return { address, token: env[`CARRIER_${code}_TOKEN`], certificate: env[`CARRIER_${code}_CERTIFICATE`] };
}

function adapterOf(env: Env, address: AdapterAddress): { adapter: AdapterEntrypoint } | string {
  const { bound } = adapters[address];
  const adapter = env[bound];
  return adapter === undefined ? `${bound} is not bound, which ${address} needs` : { adapter };
}

function faultOfCredentials(
  env: Partial<Record<`${Name}${'' | '_TOKEN' | '_CERTIFICATE'}`, unknown>>,
  name: Name,
): string | undefined {
  const [token, certificate] = [`${name}_TOKEN`, `${name}_CERTIFICATE`] as const;
  if (env[token] && env[certificate]) return `needs either ${token} or ${certificate}; both are set`;
  const address = env[name];
  if (typeof address !== 'string') return undefined;
  if (isAdapter(address))
    return env[token] || env[certificate] ? `needs neither ${token} nor ${certificate}` : undefined;
  if (env[token] || env[certificate]) return undefined;
  return `needs the secret ${token}, which the carrier issues, or ${certificate}`;
}
