/** A passkey as its user and the operator see it. Times are in seconds since 1970. */
export type ListedPasskey = {
  id: string;
  /** The label of the browser that created it (core/http/agent-label.ts). */
  agent: string;
  created: number;
  /** Time of its last sign-in, or null before the first one. */
  used: number | null;
};
