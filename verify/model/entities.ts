export const apps = ['shop', 'bank'] as const;
export type App = (typeof apps)[number];
export const devices = ['phone', 'laptop'] as const;
export type Device = (typeof devices)[number];
/** The two numbers of the user. The owner of each is this user (0), or another one (1) after the number was reassigned. */
export type NumberIndex = 0 | 1;
export const numbers: readonly NumberIndex[] = [0, 1];

export interface Owner {
  number: NumberIndex;
  holder: 0 | 1;
}
export type Flags = 'NN' | 'YY' | 'YN';
/** An automatic login of one device at one application. */
export interface AutomaticLogin {
  account: Account;
  app: App;
  expires: number;
}
/** One registration of a number (§2.1), which has a plid of its own. */
export interface Account extends Owner {
  consents: Set<App>;
  logins: Set<AutomaticLogin>;
}
/** A passkey, which the user created after a sign-in at an application. */
export interface Passkey {
  account: Account;
  app: App;
  expires: number;
  ended: boolean;
}
export interface Code {
  account: Account;
  app: App;
  flags: Flags;
  expires: number;
  state: 'issued' | 'redeemed' | 'ended';
  /** The attribute that the carrier answered with a fault, if any. */
  lacks?: string | undefined;
  /** The secret of the application that redeemed it, and the time at which its token expires. */
  secret: string;
  tokenExpires: number;
}
export interface Session {
  account: Account;
  flags: Flags;
  /** Whether the gateway had the user's attributes when the session began. */
  known: boolean;
  expires: number;
  ended: boolean;
}
/** The pages that a sign-in shows. */
export interface Asked {
  signIn: boolean;
  consent: boolean;
  passkey: boolean;
}
