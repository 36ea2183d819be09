/** DER tags of a sequence and an integer. */
const sequence = 0x30;
const integer = 0x02;

/**
 * Converts an ES256 signature from the DER form (WebAuthn §6.5.5) to the form of WebCrypto, two numbers of 32 bytes.
 * @returns undefined if it isn't exactly the DER form of two positive numbers.
 */
export function readSignature(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== sequence || der[1] !== der.length - 2) return undefined;
  const first = readInteger(der, 2);
  const second = first && readInteger(der, first.end);
  if (first === undefined || second === undefined || second.end !== der.length) return undefined;
  return Uint8Array.of(...first.bytes, ...second.bytes);
}

/** Reads a positive integer of at most 32 bytes, and pads it. A leading zero is there only if the next bit is set. */
function readInteger(der: Uint8Array, start: number): { bytes: Uint8Array; end: number } | undefined {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  const value = der.subarray(start + 2, end);
  const [first = 0xff, second = 0] = value;
  const isShortest = length > 0 && (first !== 0 || second >= 0x80);
  if (der[start] !== integer || value.length !== length || first >= 0x80 || !isShortest) return undefined;
  const digits = first === 0 ? value.subarray(1) : value;
  if (digits.length > 32) return undefined;
  const bytes = new Uint8Array(32);
  bytes.set(digits, 32 - digits.length);
  return { bytes, end };
}
