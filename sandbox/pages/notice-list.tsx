import type { Notice } from '../../workers/core/carrier/port.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { TimeOfDay } from './time-of-day.tsx';

interface NoticesProps {
  /** The notices. An `end` link that leads outside the local environment has been removed. */
  notices: Notice[];
  language: string;
  words: SandboxTexts;
}

/** The carrier's notices to the user after a sign-in. */
export function Notices({ notices, language, words }: NoticesProps) {
  if (notices.length === 0) return null;
  return (
    <>
      <h3>{words('notices_heading')}</h3>
      <ul class="rows log">
        {notices.map(({ id, kind, application, at, end }) => (
          <li key={id}>
            <span>
              {words(`notice_${kind}`, { application })} <TimeOfDay {...{ seconds: at, language }} />
              {end !== undefined && (
                <a class="way" href={end}>
                  {words('notice_end')}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
