import type { ProtocolError } from '../../../core/protocol/errors.ts';
import {
  type FailureContext,
  failurePage,
  loginPath,
  withChosenLanguage,
} from '../../errors/failure-page.tsx';
import { failureText } from '../../errors/failure-texts.ts';
import { gatewayTexts } from '../../errors/gateway-texts.ts';
import { isReturnPath } from '../../flow/request-checks.ts';
import { pageBefore } from '../../identity/page-before.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';

type AskedContext = Omit<FailureContext, 'cookies'>;

/** The page of a refusal of the guard, where the user can sign in or retry. */
export function guardRefusalPage(error: ProtocolError, asked: AskedContext): Response {
  const context = withChosenLanguage(asked);
  const { request, url, language } = context;
  const { notAvailable, tryAgain, startAgain, back, notApproved } = gatewayTexts[language];
  if (error.reason === gatewayRefusals.no_session.reason) {
    const href = loginPath({ return_to: pageBefore(request, url.origin), required: true });
    const links = [{ href, label: startAgain }];
    return failurePage(error, context, { kind: 'info', ...notApproved.required, links });
  }
  const shown = failureText(error, language);
  const title = error.status < 500 ? shown.title : notAvailable;
  const path = url.pathname + url.search;
  const again = request.method === 'GET' && isReturnPath(path, url.origin);
  const links = [again ? { href: path, label: tryAgain } : { href: '/', label: back }];
  return failurePage(error, context, { ...shown, title, links });
}
