import type { Notice as CarrierNotice } from '../../workers/core/carrier/port.ts';
import { Notice } from '../../workers/pages/notice.tsx';
import type { PhoneRequest } from '../directory/request-table.ts';
import { hasApp, type ListedSubscriber } from '../directory/subscriber-table.ts';
import type { AutomaticLogin } from '../service-client.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { carrierName } from './carrier-name.ts';
import { LockScreen } from './lock-screen.tsx';
import { AppTitle, Requests } from './request-list.tsx';
import type { PageProps } from './sandbox-frame.tsx';

export interface Phone {
  subscriber: ListedSubscriber;
  requests: PhoneRequest[];
  notices: CarrierNotice[];
  /** The user's automatic logins, or undefined if the service didn't respond. */
  automaticLogins: AutomaticLogin[] | undefined;
  /** The time on the phone, in seconds since 1970. */
  now: number;
}

interface PhoneProps extends Pick<PageProps, 'language' | 'words'> {
  phone: Phone;
  /** The request that was opened by its link. If set, only this request is displayed. */
  opened?: string;
  /** The ID of the relay that is shown next to the phone. If set, the phone displays only requests and notices. */
  relay?: string;
}

/** The screen of a subscriber's phone with the phone authentication app. */
export function PhoneScreen({ phone, opened, relay, language, words }: PhoneProps) {
  const { subscriber, requests, notices, now } = phone;
  const { phoneNo, behaviour } = subscriber;
  const answersByItself =
    behaviour === 'waits' || behaviour === 'unregistered' || !hasApp(subscriber)
      ? undefined
      : (`answers_${behaviour}` as const);
  return (
    <div class="phone">
      <div class="phone-bar">
        <span>{carrierName(subscriber, words)}</span>
        <StatusIcons />
      </div>
      <p id="news" class="visually-hidden" role="status" data-arrived={words('request_arrived')} />
      {hasApp(subscriber) ? (
        <Requests {...{ subscriber, requests, notices, opened, relay, now, language, words }} />
      ) : (
        <NoApp {...{ subscriber, now, language, words }} />
      )}
      {answersByItself !== undefined && <p class="own-answers">{words(answersByItself)}</p>}
      {hasApp(subscriber) && opened === undefined && relay === undefined && (
        <div class="idle">
          <Scanner phoneNo={phoneNo} words={words} />
          <Settings {...{ phone, language, words }} />
        </div>
      )}
    </div>
  );
}

/** The signal and the battery. */
const StatusIcons = () => (
  <svg viewBox="0 0 44 14" fill="currentColor" aria-hidden="true">
    <path d="M0 9h3v5H0zM5 6h3v8H5zM10 3h3v11h-3zM15 0h3v14h-3zM25 2h16v10H25zM42 5h2v4h-2z" />
  </svg>
);

interface NoAppProps extends Pick<PageProps, 'language' | 'words'> {
  subscriber: ListedSubscriber;
  /** In seconds since 1970. */
  now: number;
}

/** A phone without the app, because the app was removed or never installed. */
function NoApp({ subscriber: { phoneNo, left }, now, language, words }: NoAppProps) {
  return (
    <>
      <LockScreen {...{ pending: [], now, language, words }} />
      <section class="phone-app">
        <AppTitle phoneNo={phoneNo} words={words} />
        <Notice kind="bad">{words(left ? 'left_text' : 'unregistered_text')}</Notice>
        <form method="post" action={`/sandbox/subscribers/${phoneNo}/register`} class="actions">
          <button type="submit" class="button">
            {words(left ? 'register' : 'install')}
          </button>
        </form>
      </section>
    </>
  );
}

/** A field for the text of the QR code, because a desktop has no camera to scan the code. */
function Scanner({ phoneNo, words }: { phoneNo: string; words: SandboxTexts }) {
  return (
    <section aria-labelledby="scan">
      <h2 id="scan">{words('scan_heading')}</h2>
      <form method="post" action={`/sandbox/subscribers/${phoneNo}/scan`}>
        <div class="field">
          <label for="code">{words('scan_code')}</label>
          <div class="typed">
            <input
              {...{
                id: 'code',
                name: 'code',
                type: 'text',
                required: true,
                maxlength: 200,
                autocomplete: 'off',
              }}
              aria-describedby="code-hint"
            />
            <button type="submit" class="button-quiet small">
              {words('scan')}
            </button>
          </div>
          <p id="code-hint" class="hint">
            {words('scan_hint')}
          </p>
        </div>
      </form>
    </section>
  );
}

function Settings({ phone: { subscriber, automaticLogins }, language, words }: PhoneProps) {
  const path = `/sandbox/subscribers/${subscriber.phoneNo}`;
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{words('settings_heading')}</h2>
      <h3>{words('automatic_heading')}</h3>
      {automaticLogins === undefined && <Notice kind="bad">{words('automatic_unknown')}</Notice>}
      {automaticLogins?.length === 0 && <p class="hint">{words('automatic_none')}</p>}
      <ul class="rows log">
        {automaticLogins?.map(({ client_id, application, expires }) => (
          <li key={client_id}>
            <span>
              {application}{' '}
              <span class="hint">{words('automatic_until', { date: asDate(expires, language) })}</span>
            </span>
            <form method="post" action={`${path}/end-automatic-logins`}>
              <input type="hidden" name="client_id" value={client_id} />
              <button
                type="submit"
                class="button-quiet small"
                aria-label={words('switch_off_for', { application })}
              >
                {words('switch_off')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <details>
        <summary>{words('leave_heading')}</summary>
        <p>{words('leave_text')}</p>
        <form method="post" action={`${path}/leave`}>
          <button type="submit" class="button-danger">
            {words('leave')}
          </button>
        </form>
      </details>
      <p>
        <a class="way" href={`/sandbox/subscribers?phoneNo=${subscriber.phoneNo}`}>
          {words('edit')}
        </a>
      </p>
    </section>
  );
}

const asDate = (seconds: number, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(seconds * 1000);
