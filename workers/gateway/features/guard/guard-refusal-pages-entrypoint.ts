import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { negotiateLanguage } from '../../../core/http/language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { pick, readSettings } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import type { GuardPagesEntrypoint, GuardRefusal } from '../../settings/gateway-sealed-types.ts';
import { pageSettings } from '../../settings/page-settings.ts';
import { guardRefusalPage } from './guard-refusal-page.ts';

const schema = v.object({ ...pick(bindings, 'GATEWAY_ORIGIN', 'POPUP'), ...pageSettings });

/**
 * Pages for the guard's refusals. The guard's own code contains no pages, because the guard handles every request
 * to the application.
 */
export class GuardPages extends WorkerEntrypoint implements GuardPagesEntrypoint {
  /** Returns the page for a refusal, on which the user can sign in or retry. @param request without its body. */
  async refuse(request: Request, { refusal, headers, requestId }: GuardRefusal): Promise<Response> {
    const url = new URL(request.url);
    const language = negotiateLanguage(request.headers.get('Accept-Language'));
    const env = readSettings(schema, this.env);
    return guardRefusalPage(new ProtocolError(refusal, { headers }), {
      request,
      url,
      language,
      requestId,
      env,
    });
  }
}
