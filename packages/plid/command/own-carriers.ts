import { isSecureAddress } from '../../../workers/core/http/secure-address.ts';
import { type CarrierCode, carrierCodes } from '../../../workers/core/protocol/user-record.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads the `--carrier` options: the address of a carrier's HTTP API, for all networks or for one
 * (`K=http://localhost:4000`).
 * @param token for calling the carriers, from `PLID_CARRIER_TOKEN`.
 * @returns settings of the local environment. @throws {UsageError}
 */
export function carrierSettings(given: readonly string[], token: string | undefined): Record<string, string> {
  const addresses: Partial<Record<CarrierCode, string>> = {};
  for (const value of given) {
    const [, network, place = ''] = /^(?:(\w+)=)?(.*)$/.exec(value) ?? [];
    for (const code of networksOf(network)) {
      if (addresses[code] !== undefined) throw new UsageError(`--carrier names two carriers for ${code}.`);
      addresses[code] = addressOf(place);
    }
  }
  const codes = carrierCodes.filter((code) => code in addresses);
  return {
    OWN_CARRIERS: codes.join(''),
    ...Object.fromEntries(codes.map((code) => [`CARRIER_${code}`, addresses[code] ?? ''])),
    ...(token !== undefined && Object.fromEntries(codes.map((code) => [`CARRIER_${code}_TOKEN`, token]))),
  };
}

function networksOf(network: string | undefined): readonly CarrierCode[] {
  if (network === undefined) return carrierCodes;
  const code = carrierCodes.find((each) => each === network);
  if (code === undefined)
    throw new UsageError(
      `--carrier needs S, K, or L before the =, not: ${network}. S is SKT, K is KT, L is LG U+.`,
    );
  return [code];
}

function addressOf(place: string): string {
  const address = place.replace(/\/$/, '');
  const url = URL.parse(address);
  if (url !== null && isSecureAddress(url) && !/[?#@]/.test(address)) return address;
  throw new UsageError(
    `--carrier needs the address of a carrier's HTTP API, such as http://localhost:4000 or K=https://plid.carrier.example, not: ${place}`,
  );
}
