import { isAutomaticLogin } from '../../../../packages/plid/fields/read-record.ts';
import type { LoginFacts } from '../../../core/protocol/login-facts.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import { automaticLoginAcr, phoneAcr } from '../../../openid/acr.ts';
import { openIdSignInMatchPeriod } from '../../settings/gateway-lifetimes.ts';
import type { RequestedLogin } from './requested-login.ts';

/** The login facts that a session stores. */
export interface SessionFacts {
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
  created: number;
  login?: LoginFacts;
}

/**
 * Time of the approval on the phone, in seconds since 1970; undefined after an automatic login, unless the service
 * reports it.
 */
export const authenticatedAt = (session: SessionFacts): number | undefined =>
  session.login?.auth_time ?? (isAutomaticLogin(session) ? undefined : session.created);

/** How the user was authenticated (`acr`). Neither an automatic login nor a store reviewer's sign-in asks a phone. */
export const acrOf = (session: SessionFacts): string =>
  isAutomaticLogin(session) || session.login?.amr?.includes('review') ? automaticLoginAcr : phoneAcr;

/**
 * Whether a session began while the user was at the login for this request. @param since the time at which the
 * request was sent to the login.
 */
export const beganDuringLogin = (
  { created }: SessionFacts,
  since: number | undefined,
  now: number,
): boolean => since !== undefined && created >= since && now < created + openIdSignInMatchPeriod;

type Requirements = Pick<RequestedLogin, 'prompt' | 'max_age' | 'requiresPhone'>;

/**
 * Whether a request requires an approval on the phone that the session doesn't have
 * (OpenID Connect Core 1.0 §3.1.2.1).
 */
export function requiresPhoneApproval(
  session: SessionFacts | undefined,
  { prompt, max_age, requiresPhone }: Requirements,
  now: number,
): boolean {
  if (prompt === 'login' || prompt === 'select_account' || max_age === 0) return true;
  if (requiresPhone && (session === undefined || acrOf(session) !== phoneAcr)) return true;
  const at = session && authenticatedAt(session);
  return session !== undefined && max_age !== undefined && (at === undefined || at < now - max_age);
}

/** Whether a session satisfies a request. */
export const satisfiesRequest = (
  session: SessionFacts,
  requested: Requirements,
  since: number | undefined,
  now: number,
): boolean =>
  !requiresPhoneApproval(session, requested, now) ||
  (beganDuringLogin(session, since, now) && !isAutomaticLogin(session));
