import { isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { YesNo } from '../../../packages/plid/protocol/user-record.ts';
import { automaticLoginAcr, phoneAcr } from '../../core/openid/discovery.ts';
import { openIdReturnLifetime } from '../shared/gateway-lifetimes.ts';
import type { RequestedLogin } from './requested-login.ts';

/** The facts that a session keeps of the login with which it began. */
export interface SessionFacts {
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
  created: number;
  login?: LoginFacts;
}

/** When the phone was asked, in seconds since 1970; undefined after an automatic login, unless the service says it. */
export const authenticatedAt = (session: SessionFacts): number | undefined =>
  session.login?.auth_time ?? (isAutomaticLogin(session) ? undefined : session.created);

/** How the person was asked (`acr`). */
export const acrOf = (session: SessionFacts): string =>
  isAutomaticLogin(session) ? automaticLoginAcr : phoneAcr;

/** Whether a session began on the way of a request through the login. @param since that way has begun. */
export const isOfRound = ({ created }: SessionFacts, since: number | undefined, now: number): boolean =>
  since !== undefined && created >= since && now < created + openIdReturnLifetime;

/** Whether a request wants the phone to be asked, whatever session there is (OpenID Connect Core 1.0 §3.1.2.1). */
export function needsPhone(
  session: SessionFacts | undefined,
  { prompt, max_age }: Pick<RequestedLogin, 'prompt' | 'max_age'>,
  now: number,
): boolean {
  if (prompt === 'login' || prompt === 'select_account' || max_age === 0) return true;
  const at = session && authenticatedAt(session);
  return session !== undefined && max_age !== undefined && (at === undefined || at < now - max_age);
}

/** Whether a session is what a request asks for. */
export const satisfiesRequest = (
  session: SessionFacts,
  requested: Pick<RequestedLogin, 'prompt' | 'max_age'>,
  since: number | undefined,
  now: number,
): boolean =>
  !needsPhone(session, requested, now) || (isOfRound(session, since, now) && !isAutomaticLogin(session));
