import { prefersPage } from '../../core/http/accept.ts';
import type { Refusal } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import type { ErrorPage } from '../../core/worker/endpoint.ts';
import { accountPage, frameOf } from './account-frame.tsx';
import type { Env } from './account-settings.ts';
import { words } from './account-words.ts';

/** What every worker answers alike, also to a browser. */
const common: readonly Refusal[] = [
  refusals.not_found,
  refusals.method_not_allowed,
  refusals.insecure_transport,
];

/** A refusal as a page with a way on; a program gets the JSON of §7. */
export const refusalPage: ErrorPage<Env> = (error, context) => {
  if (!prefersPage(context.request) || common.includes(error.refusal)) return undefined;
  const { status, headers } = error;
  const { requestId } = context;
  const frame = frameOf(context);
  // Where the settings are at fault they were not checked.
  const operator = error.reason === 'settings' ? {} : frame.operator;
  const { refused, unavailable, open } = words[frame.language];
  const { title, text } = status >= 500 ? unavailable : refused;
  return accountPage(
    { ...frame, operator, requestId },
    { title, status, headers },
    <section class="card">
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="actions">
        <a class="button" href="/account">
          {open}
        </a>
      </p>
    </section>,
  );
};
