import { fill } from '../../../core/protocol/texts.ts';
import { sayClock } from '../../pages/korea-time.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { CarrierRequest } from '../../shared/sign-in-values.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf } from '../sign-in/sign-in-paths.ts';
import { words } from '../words/index.ts';

/** How often a page that waits loads itself again where scripts do not run, in seconds. */
export const refresh = 15;

interface StatusProps {
  view: SignInContext;
  asked: CarrierRequest & { calls?: boolean };
}

/** The time that is left, and how it stands: what the script of a page that waits needs (watch-phone.ts). */
export function PhoneStatus({ view: { language, now, signIn }, asked }: StatusProps) {
  const { until, left, waiting, answered, offline, check } = words[language].wait;
  const ends = asked.sent + phoneRequestLifetime;
  const watched = {
    'data-page': pathOf('wait', signIn.id),
    'data-status': pathOf('status', signIn.id),
    'data-socket': asked.calls && pathOf('waiting', signIn.id),
    'data-answered': answered,
    'data-offline': offline,
  };
  return (
    <>
      <p id="time-left" role="timer" data-seconds={ends - now} data-left={left}>
        {fill(until, { time: sayClock(language, ends) })}
      </p>
      <p id="phone-status" role="status" {...watched}>
        {waiting}
      </p>
      <noscript>
        <p class="actions">
          <a class="button-quiet" href={pathOf('wait', signIn.id)}>
            {check}
          </a>
        </p>
      </noscript>
    </>
  );
}
