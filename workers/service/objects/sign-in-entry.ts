/** A sign-in by phone or passkey, as shown to its user, with browser and location. */
export interface SignedIn {
  client_id: string;
  /** In seconds since 1970. */
  at: number;
  /** The browser's label, such as `Chrome, Windows` (core/http/agent-label.ts). */
  agent?: string;
  /** The country in which the browser's address is registered. */
  country?: string;
  city?: string;
  /** Whether the browser had already signed in with the number. */
  known: boolean;
}
