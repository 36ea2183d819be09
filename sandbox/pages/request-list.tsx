import type { Notice } from '../../workers/core/carrier/port.ts';
import { PhoneIcon } from '../../workers/pages/brand.tsx';
import type { PhoneRequest } from '../directory/request-table.ts';
import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { LockScreen } from './lock-screen.tsx';
import { Notices } from './notice-list.tsx';
import { PendingRequest } from './pending-request.tsx';
import { withHyphens } from './phone-label.tsx';
import { TimeOfDay } from './time-of-day.tsx';

const maxEarlier = 4;

export interface RequestsProps {
  subscriber: ListedSubscriber;
  requests: PhoneRequest[];
  notices: Notice[];
  /** The request that was opened by its link. If set, only this request is displayed. */
  opened?: string | undefined;
  /** The ID of the relay that is shown next to the phone. */
  relay?: string | undefined;
  /** In seconds since 1970. */
  now: number;
  language: string;
  words: SandboxTexts;
}

/** The notifications, requests, and notices on a phone. The page's script updates this part. */
export function Requests(props: RequestsProps) {
  const { subscriber, requests, notices, opened, relay, now, language, words } = props;
  const { phoneNo, behaviour, digits } = subscriber;
  const shown = requests.filter(({ id }) => opened === undefined || id === opened);
  const pending = shown.filter(({ status }) => status === 'pending' && behaviour !== 'silent');
  const earlier = shown.filter((request) => !pending.includes(request)).slice(0, maxEarlier);
  // The beginnings of IDs are enough to recognize a change, and keep the page small.
  const seen = [
    ...requests.map(({ id, status }) => id.slice(0, 5) + status),
    ...notices.map(({ id }) => id.slice(0, 5)),
  ].join();
  return (
    <section id="requests" data-phone={phoneNo} data-seen={seen}>
      {opened === undefined && <LockScreen {...{ pending, now, language, words }} />}
      <div class="phone-app">
        <AppTitle phoneNo={phoneNo} words={words} />
        {shown.length === 0 && <p class="hint">{words('nothing_yet')}</p>}
        {pending.map((request) => (
          <PendingRequest
            key={request.id}
            {...{ request, language, words }}
            entry={digits === 'asked' ? (request.entry ?? 'choose') : digits}
            back={opened === undefined ? relay && `?relay=${relay}` : '?opened=Y'}
          />
        ))}
        {earlier.length > 0 && opened === undefined && <h3>{words('earlier')}</h3>}
        <ul class="rows log">
          {earlier.map(({ id, application, created, status }) => (
            <li key={id}>
              <span>
                {application} <TimeOfDay {...{ seconds: created, language }} />
              </span>
              <span class={statusTags[status]}>{words(`status_${status}`)}</span>
            </li>
          ))}
        </ul>
        {opened === undefined && <Notices {...{ notices, language, words }} />}
      </div>
    </section>
  );
}

/** Classes of the tags of earlier requests. */
const statusTags: Record<PhoneRequest['status'], string> = {
  pending: 'tag',
  approved: 'tag good',
  denied: 'tag bad',
  expired: 'tag quiet',
  cancelled: 'tag quiet',
};

interface AppTitleProps {
  phoneNo: string;
  words: SandboxTexts;
}

/** The heading of the phone authentication app, with the number that it belongs to. */
export const AppTitle = ({ phoneNo, words }: AppTitleProps) => (
  <h2 class="app-title">
    <PhoneIcon />
    <span>
      {words('app_title')} <small>{withHyphens(phoneNo)}</small>
    </span>
  </h2>
);
