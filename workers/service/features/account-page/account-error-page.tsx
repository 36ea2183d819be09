import { prefersPage } from '../../../core/http/accept.ts';
import { overHttps } from '../../../core/http/redirect.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { ButtonLink } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import { accountPath } from '../../registry/account-client.ts';
import { accountPage, frameOf } from './account-frame.tsx';
import type { Env } from './account-settings.ts';
import { accountTexts } from './account-texts.ts';

/** Shows an error as a page with a next step. Programs get the JSON of §7. */
export const accountErrorPage: ErrorPage<Env> = (error, context) => {
  if (!prefersPage(context.request)) return undefined;
  const { status, headers } = error;
  const { requestId } = context;
  const frame = frameOf(context);
  const isInsecure = error.refusal === refusals.insecure_transport;
  const { refused, unavailable, open } = accountTexts[frame.language];
  const { title, text } = status >= 500 ? unavailable : refused;
  return accountPage(
    { ...frame, requestId },
    { title, status, headers, ends: true },
    <Ending kind="failed" {...{ title, text }}>
      <ButtonLink href={isInsecure ? overHttps(context.url) : accountPath} label={open} />
    </Ending>,
  );
};
