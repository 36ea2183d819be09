import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { negotiateLanguage } from '../../core/http/language.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { type FailureContext, failurePage, loginPath, withChosenLanguage } from '../errors/failure-page.tsx';
import { failureText } from '../errors/failure-texts.ts';
import { gatewayTexts } from '../errors/gateway-texts.ts';
import { isReturnPath } from '../flow/request-checks.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import type { GuardPagesEntrypoint, GuardRefusal } from '../shared/gateway-sealed-types.ts';
import { pageSettings } from '../shared/page-settings.ts';

const schema = v.object({ ...pick(bindings, 'POPUP'), ...pageSettings });

/**
 * Pages for the guard's refusals. The guard itself contains none, because it handles every request of the
 * application.
 */
export class GuardPages extends WorkerEntrypoint implements GuardPagesEntrypoint {
  /** The page of a refusal, where the user can sign in or retry. @param request without its body. */
  async refuse(request: Request, { refusal, headers, requestId }: GuardRefusal): Promise<Response> {
    const url = new URL(request.url);
    const language = negotiateLanguage(request.headers.get('Accept-Language'));
    const env = readSettings(schema, this.env);
    return refusalPage(new ProtocolError(refusal, { headers }), { request, url, language, requestId, env });
  }
}

type AskedContext = Omit<FailureContext, 'cookies'>;

function refusalPage(error: ProtocolError, asked: AskedContext): Response {
  const context = withChosenLanguage(asked);
  const { request, url, language } = context;
  const { notAvailable, tryAgain, startAgain, back, notApproved } = gatewayTexts[language];
  if (error.reason === gatewayRefusals.no_session.reason) {
    const href = loginPath({ return_to: pageBefore(context), required: true });
    return failurePage(error, context, { ...notApproved.required, links: [{ href, label: startAgain }] });
  }
  const shown = failureText(error, language);
  const title = error.status < 500 ? shown.title : notAvailable;
  const path = url.pathname + url.search;
  const again = request.method === 'GET' && isReturnPath(path, url.origin);
  const links = [again ? { href: path, label: tryAgain } : { href: '/', label: back }];
  return failurePage(error, context, { title, text: shown.text, links });
}

/** Returns the page on this host whose form was submitted, or `/` if the browser doesn't send a Referer. */
function pageBefore({ request, url }: AskedContext): string {
  const referrer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const { origin, pathname, search } = new URL(referrer);
  return origin === url.origin && isReturnPath(pathname + search, origin) ? pathname + search : '/';
}
