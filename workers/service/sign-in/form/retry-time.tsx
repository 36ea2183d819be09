import { fill } from '../../../core/protocol/texts.ts';
import { formatTime } from '../../pages/korea-time.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInTexts } from '../texts/index.ts';

interface RetryTimeProps {
  view: Pick<SignInContext, 'language' | 'now'>;
  /** Time until the form may be sent again, in seconds. */
  seconds: number;
}

/**
 * Time of day from which the form may be sent again, rounded up to the next minute. With scripts, a countdown
 * replaces it (retryCountdownScript).
 */
export function RetryTime({ view: { language, now }, seconds }: RetryTimeProps) {
  const { from, left, over } = signInTexts[language].retry;
  const time = formatTime(language, now + seconds + 59);
  return (
    <>
      <p id="retry" role="timer" data-seconds={seconds} data-left={left} data-over={over}>
        {fill(from, { time })}
      </p>
      <p id="retry-over" class="visually-hidden" role="status" />
    </>
  );
}

/**
 * Script that counts down the seconds until a retry is allowed. If the user sends the form earlier, it's submitted
 * automatically at the end of the countdown.
 */
export const retryCountdownScript = `
const retry = document.getElementById('retry');
const retryAt = Date.now() + retry.dataset.seconds * 1000;
let pendingButton;
const secondsLeft = () => Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
addEventListener('submit', (event) => {
  const pressed = pressedIn(event);
  if (secondsLeft() === 0 || event.defaultPrevented || !pressed?.matches('.button')) return;
  event.preventDefault();
  pendingButton = pressed;
});
function countDown() {
  const seconds = secondsLeft();
  const time = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  retry.textContent = seconds > 0 ? retry.dataset.left.replace('{time}', time) : retry.dataset.over;
  if (seconds > 0) return pendingButton?.setAttribute('aria-busy', 'true');
  clearInterval(timer);
  document.getElementById('retry-over').textContent = retry.dataset.over;
  sent.clear();
  pendingButton?.form.requestSubmit(pendingButton);
}
const timer = setInterval(countDown, 1000);
countDown();
`.trim();
