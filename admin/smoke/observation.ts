/**
 * What one part of a smoke test saw. `not verified` means that only Cloudflare, or a part of the run that wasn't
 * asked for, could have shown it.
 */
export interface Observation {
  level: 'good' | 'note' | 'fault' | 'not verified';
  /** The part, such as `cold start`. */
  about: string;
  what: string;
  advice?: string;
}
