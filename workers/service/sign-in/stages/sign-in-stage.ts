import type { ShownPart } from '../../../core/carrier/port.ts';
import { omit } from '../../../core/protocol/omit.ts';
import type { Identity } from '../../../core/protocol/user-record.ts';
import type { EncodedSignIn } from './sign-in-codec.ts';
import type { SignInFacts } from './sign-in-facts.ts';

/** The request on the phone. */
export type PhoneRequest = Omit<NonNullable<EncodedSignIn['phone']>, 'shown'> & { shown?: ShownPart[] };
/** The app-initiated request. */
export type StartedRequest = Omit<NonNullable<EncodedSignIn['start']>, 'shown'> & { shown?: ShownPart[] };
/** A request at a carrier, either a request to a phone or an app-initiated request. */
export type CarrierRequest = Pick<PhoneRequest, 'requestId' | 'sent' | 'telcoCd'>;
export type UnregisteredPhone = NonNullable<EncodedSignIn['unregistered']>;
export type ReviewSignIn = NonNullable<EncodedSignIn['review']>;

/** The stage of a sign-in: `requested`, `asked`, `approved`, `granted`, or at any time `ended`. */
export type Stage =
  | RequestedStage
  | AskedStage
  | UnregisteredStage
  | ApprovedStage
  | GrantedStage
  | EndedStage;

/** The application has requested the sign-in, and the user sees the form. */
interface RequestedStage {
  at: 'requested';
}

/** The approval is pending: on a phone, in a carrier's app, or by a store reviewer's code. */
export type AskedStage = { at: 'asked' } & (
  | PhoneMethod
  | ReviewMethod
  | { method: 'app'; request: StartedRequest }
);

interface PhoneMethod {
  method: 'phone';
  request: PhoneRequest;
}

interface ReviewMethod {
  method: 'review';
  request: ReviewSignIn;
}

/** A passkey has signed the sign-in's challenge. */
interface PasskeyMethod {
  method: 'passkey';
}

/** The number has no app that can show a request. */
export interface UnregisteredStage {
  at: 'unregistered';
  number: UnregisteredPhone;
}

/** What an approval has determined, with the approved request. */
export type Approved = {
  /** The user who approved. */
  plid: string;
  facts: SignInFacts;
  /** Age of the user in whole years. Missing if the carrier doesn't report it. */
  age?: number;
  /** Present if the user is below the application's minimum age, and the application obtains a guardian's consent. */
  minor?: 'guarded';
} & (PhoneMethod | ReviewMethod | PasskeyMethod);

/** The user has approved and sees the consent page, with the masked values in `shown`. */
export type ApprovedStage = { at: 'approved'; shown: Identity } & Approved;

/**
 * A code was issued, for the first time at `granted` (in seconds since 1970). If a method shows a page before the code,
 * `page` is its name, and no code was issued yet.
 */
export type GrantedStage = { at: 'granted'; granted: number; page?: string } & Approved;

/**
 * The sign-in has ended without a code. `underage`: the user is below the application's minimum age. `after` is the
 * stage that was canceled.
 */
type EndedStage =
  | { at: 'ended'; ending: 'underage' }
  | { at: 'ended'; ending: 'cancelled'; after: Exclude<Stage, EndedStage> };

/** The fields of a sign-in that depend on its stage, as its cookie encodes them. */
export interface StageFields {
  phone?: PhoneRequest;
  start?: StartedRequest;
  review?: ReviewSignIn;
  unregistered?: UnregisteredPhone;
  plid?: string;
  facts?: SignInFacts;
  age?: number;
  minor?: 'refused' | 'guarded';
  shown?: Identity;
  granted?: number;
  page?: string;
  passkey?: 1;
  cancelled?: boolean;
}

export function encodeStage(stage: Stage): StageFields {
  switch (stage.at) {
    case 'requested':
      return {};
    case 'asked':
      return encodeRequest(stage);
    case 'unregistered':
      return { unregistered: stage.number };
    case 'approved':
    case 'granted':
      return { ...encodeRequest(stage), ...approvedFields(stage) };
    case 'ended':
      return stage.ending === 'underage' ? { minor: 'refused' } : encodeCancelled(stage.after);
  }
}

/** Returns what the approval has determined, without the request. */
function approvedFields(approved: ApprovedStage | GrantedStage): StageFields {
  const { at: _, method: __, ...fields } = 'request' in approved ? omit(approved, 'request') : approved;
  return fields;
}

function encodeRequest(asked: AskedStage | Approved): StageFields {
  if (asked.method === 'passkey') return { passkey: 1 };
  if (asked.method === 'phone') return { phone: asked.request };
  return asked.method === 'app' ? { start: asked.request } : { review: asked.request };
}

/** The values for the consent page are omitted, because the page can't be shown again. */
function encodeCancelled(stage: Exclude<Stage, EndedStage>): StageFields {
  const { shown: _, ...fields } = encodeStage(stage);
  return { ...fields, cancelled: true };
}

/** The fields that a cookie contains. */
type DecodedFields = { [Name in keyof StageFields]: StageFields[Name] | undefined };

/** Returns the stage that a cookie's fields describe, or undefined if no stage has these fields. */
export function decodeStage({ cancelled, minor, ...fields }: DecodedFields): Stage | undefined {
  if (minor === 'refused') return { at: 'ended', ending: 'underage' };
  const stage = decodeOpenStage({ ...fields, minor });
  return cancelled && stage !== undefined ? { at: 'ended', ending: 'cancelled', after: stage } : stage;
}

function decodeOpenStage(
  fields: Omit<DecodedFields, 'minor'> & { minor: 'guarded' | undefined },
): Exclude<Stage, EndedStage> | undefined {
  const { start, unregistered, plid, facts, age, minor, shown = {}, granted, page } = fields;
  const by = methodOf(fields);
  if (plid !== undefined) {
    if (by === undefined || facts === undefined) return undefined;
    const approved = { ...by, plid, facts, ...(age !== undefined && { age }), ...(minor && { minor }) };
    return granted === undefined
      ? { at: 'approved', ...approved, shown }
      : { at: 'granted', ...approved, granted, ...(page !== undefined && { page }) };
  }
  if (by !== undefined) return by.method === 'passkey' ? undefined : { at: 'asked', ...by };
  if (start !== undefined) return { at: 'asked', method: 'app', request: start };
  return unregistered ? { at: 'unregistered', number: unregistered } : { at: 'requested' };
}

function methodOf({
  phone,
  review,
  passkey,
}: Pick<DecodedFields, 'phone' | 'review' | 'passkey'>):
  | PhoneMethod
  | ReviewMethod
  | PasskeyMethod
  | undefined {
  if (phone !== undefined) return { method: 'phone', request: phone };
  if (review !== undefined) return { method: 'review', request: review };
  return passkey && { method: 'passkey' };
}

/** Returns the stage of a sign-in that is canceled now, or the stage in which it has already ended. */
export const cancelledStage = (stage: Stage): EndedStage =>
  stage.at === 'ended' ? stage : { at: 'ended', ending: 'cancelled', after: stage };

/** Returns what the approval has determined, or undefined before the approval. */
export const approvedIn = (stage: Stage): ApprovedStage | GrantedStage | undefined =>
  stage.at === 'approved' || stage.at === 'granted' ? stage : undefined;

/** Returns the request on the phone, from sending it until the sign-in ends. */
export const phoneRequestIn = (stage: Stage): PhoneRequest | undefined =>
  'method' in stage && stage.method === 'phone' ? stage.request : undefined;

/** Returns the app-initiated request while its approval is pending. */
export const startedRequestIn = (stage: Stage): StartedRequest | undefined =>
  stage.at === 'asked' && stage.method === 'app' ? stage.request : undefined;

/** Returns the stage with a changed request on the phone. */
export const withPhoneRequest = (stage: Stage, request: PhoneRequest): Stage =>
  'method' in stage && stage.method === 'phone' ? { ...stage, request } : stage;

/** Returns the request at the carrier, from sending it until the sign-in ends. */
export const carrierRequestIn = (stage: Stage): PhoneRequest | StartedRequest | undefined =>
  'method' in stage && (stage.method === 'phone' || stage.method === 'app') ? stage.request : undefined;
