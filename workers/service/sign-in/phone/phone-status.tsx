import { fill } from '../../../core/protocol/texts.ts';
import { formatTime } from '../../pages/korea-time.ts';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInPagePath } from '../flow/sign-in-paths.ts';
import type { CarrierRequest } from '../stages/sign-in-stage.ts';
import { signInTexts } from '../texts/index.ts';
import { helpAfter } from './no-response-help.tsx';

/**
 * Interval at which a waiting page reloads itself if scripts are off, in seconds. The user can stop the reloading.
 */
const refreshInterval = 15;
const stopParameter = 'still';
export const refreshIntervalOf = ({ parameters }: SignInContext): number | undefined =>
  parameters.optional(stopParameter) === 'Y' ? undefined : refreshInterval;

interface StatusProps {
  view: SignInContext;
  asked: CarrierRequest & { calls?: boolean };
}

/** Remaining time and status of a request, with the data for the waiting page's script (watch-phone-status.ts). */
export function PhoneStatus({ view, asked }: StatusProps) {
  const { language, now, signIn } = view;
  const { until, left, soon, waiting, silent, answered, offline, check, stop } = signInTexts[language].wait;
  const ends = asked.sent + phoneRequestLifetime;
  const page = signInPagePath('wait', signIn.id);
  const stoppedUrl = `${page}&${stopParameter}=Y`;
  const isReloading = refreshIntervalOf(view) !== undefined;
  const scriptData = {
    'data-page': page,
    'data-status': signInPagePath('status', signIn.id),
    'data-socket': asked.calls && signInPagePath('waiting', signIn.id),
    'data-silent': silent,
    'data-answered': answered,
    'data-offline': offline,
  };
  return (
    <>
      <div class="timer">
        <p id="time-left" role="timer" data-seconds={ends - now} data-left={left}>
          {fill(until, { time: formatTime(language, ends) })}
        </p>
        <p id="phone-status" role="status" {...scriptData}>
          {now < asked.sent + helpAfter ? waiting : silent}
        </p>
        <p id="soon" class="visually-hidden" role="status" data-text={soon} />
      </div>
      <noscript>
        <p class="actions">
          <a class="button-quiet" href={isReloading ? page : stoppedUrl}>
            {check}
          </a>
          {isReloading && (
            <a class="way" href={stoppedUrl}>
              {stop}
            </a>
          )}
        </p>
      </noscript>
    </>
  );
}
