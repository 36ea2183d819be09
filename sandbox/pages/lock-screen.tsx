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

/** The top of the phone, above the app: the time, or the notifications of pending requests. */
export function LockScreen({ pending, now, language, words }: LockScreenProps) {
  if (pending.length === 0)
    return (
      <p class="lock clock">
        <span>{formatInKorea(now, language, { dateStyle: 'full' })}</span>
        <strong>{formatInKorea(now, language, { timeStyle: 'short' })}</strong>
      </p>
    );
  return (
    <ul class="lock">
      {pending.map(({ id, application }) => (
        <li key={id}>
          <a class="notification" href={`#asks-${id}`}>
            <PhoneIcon />
            <span>
              <strong>{words('app_title')}</strong> <small>{words('notified_now')}</small>
              <br />
              {words('notification', { application })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const formatInKorea = (seconds: number, language: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...format, timeZone: 'Asia/Seoul' }).format(seconds * 1000);
