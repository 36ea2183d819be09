import type { Attribute, Identity, YesNo } from '../../core/user-record.ts';

/** What a person has agreed to for one application. */
export interface Consent {
  attributes: Attribute[];
  /** Whether they chose automatic login there. */
  automaticLogin: YesNo;
}

export interface GrantRequest {
  /** Names the grant, and the device if it is to log in automatically: the same sign-in sent twice asks for the same. */
  id: string;
  client_id: string;
  /** The attributes that the application registered for. */
  asked: Attribute[];
  /** Those of them that are known. */
  identity: Identity;
  /** The person's answer on the consent step; absent where they were not asked. */
  consent?: { automaticLogin: YesNo };
  /** The automatic login that this device has, or had: a full sign-in renews it. */
  device?: string;
}

/**
 * `automatic`: whether the device logs in automatically from now on. `unconsented`: the person must be asked first.
 * `spent`: this sign-in's code was redeemed already. `terminated`: the person has left.
 */
export type GrantResult =
  | { outcome: 'granted'; automatic: boolean }
  | { outcome: 'unconsented' | 'spent' | 'terminated' };

/** An automatic login of one application, on one device. Times in seconds since 1970. */
export interface AutomaticLogin {
  client_id: string;
  started: number;
  expires: number;
}
