/** One entry of an Accept or Accept-Language header, in lower case. */
interface Preference {
  value: string;
  /** The entry's preference, from 0 (not acceptable) to 1. */
  quality: number;
}

/**
 * Reads a header such as `text/html;q=0.9, application/json` (RFC 9110 §12.4.2). A missing or malformed `q` counts
 * as 1.
 */
export function parseAcceptPreferences(header: string | null): Preference[] {
  return (header ?? '').split(',').map((entry) => {
    const [value = '', ...parameters] = entry.toLowerCase().split(';');
    const quality = parameters
      .map((parameter) => /^\s*q=(0(?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
      .find((text) => text !== undefined);
    return { value: value.trim(), quality: Number(quality ?? 1) };
  });
}
