import { readText } from '../../../core/http/read-text.ts';
import { CarrierFault } from '../post-to-carrier.ts';

/** Maximum time for a response of the vendor, in milliseconds. The service waits 10 seconds for the whole call. */
const timeout = 6_000;
/** Maximum length of a response in bytes. A verification contains the signed data. */
const maxLength = 64 * 1_024;

/** A refusal by the vendor: its HTTP status and its own error code. Its message may quote the request, so it's dropped. */
export class VendorRefusal extends CarrierFault {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number) {
    super(`is refused by Barocert (${status}, code ${code})`);
    this.status = status;
    this.code = code;
  }
}

/** Sends one call to the vendor. @returns the response's text. @throws {VendorRefusal} {CarrierFault} */
export async function sendToVendor(address: string, init: RequestInit): Promise<string> {
  const signal = AbortSignal.timeout(timeout);
  // Following a redirect would send the credentials to the redirect's target.
  const response = await fetch(address, { ...init, redirect: 'manual', signal }).catch(() => {
    throw new CarrierFault('gets no response from Barocert');
  });
  const text = await readText(response, maxLength).catch(() => {
    throw new CarrierFault('gets an incomplete response from Barocert');
  });
  if (text === undefined) throw new CarrierFault(`gets more than ${maxLength} bytes from Barocert`);
  if (response.status === 200) return text;
  const { code } = readObject(text, () => ({ code: undefined }));
  throw typeof code === 'number'
    ? new VendorRefusal(response.status, code)
    : new CarrierFault(`gets status ${response.status} from Barocert`);
}

/** Parses a JSON object. @param otherwise returns a replacement, or throws. */
export function readObject(
  text: string,
  otherwise: () => Record<string, unknown> = () => {
    throw new CarrierFault('gets invalid JSON from Barocert');
  },
): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : otherwise();
  } catch {
    return otherwise();
  }
}
