import type { Child } from '../../../pages/jsx-runtime.ts';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';

interface TimeRingProps {
  /** Time until the request expires, in seconds. */
  left: number;
  children: Child;
}

/**
 * A ring that runs out with the time of a request on the phone. The script of the waiting page moves it
 * (watch-phone-status.ts), and the remaining time also stands below it as text.
 */
export const TimeRing = ({ left, children }: TimeRingProps) => (
  <div class="ring">
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="47" />
      <circle
        id="ring"
        cx="50"
        cy="50"
        r="47"
        pathLength={phoneRequestLifetime}
        stroke-dasharray={phoneRequestLifetime}
        stroke-dashoffset={phoneRequestLifetime - Math.max(0, left)}
      />
    </svg>
    {children}
  </div>
);
