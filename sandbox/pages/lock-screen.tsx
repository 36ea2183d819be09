import { PhoneIcon } from '../../workers/pages/brand.tsx';
import type { PhoneRequest } from '../directory/request-table.ts';
import type { SandboxTexts } from '../texts/index.ts';

interface LockScreenProps {
  pending: readonly PhoneRequest[];
  /** In seconds since 1970. */
  now: number;
  language: string;
  words: SandboxTexts;
}

/** The top of the phone, above the app: the time, and the notifications of pending requests. */
export const LockScreen = ({ pending, now, language, words }: LockScreenProps) => (
  <div class="lock">
    <p class="clock">
      <span>{formatInKorea(now, language, { weekday: 'long', month: 'long', day: 'numeric' })}</span>
      <strong>
        {formatInKorea(now, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </strong>
    </p>
    {pending.length > 0 && (
      <ul>
        {pending.map(({ id, application, message }) => (
          <li key={id}>
            <a class="notification" href={`#asks-${id}`}>
              <PhoneIcon />
              <span>
                <strong>{words('app_title')}</strong> <small>{words('notified_now')}</small>
                <br />
                {message === undefined
                  ? words('notification', { application })
                  : words('notification_vendor', { title: application })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </div>
);

const formatInKorea = (seconds: number, language: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...format, timeZone: 'Asia/Seoul' }).format(seconds * 1000);
