import { hasApp, type ListedSubscriber } from '../directory/subscriber-table.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { PhoneLabel } from './phone-label.tsx';
import { type Phone, PhoneScreen } from './phone-screen.tsx';
import { script } from './phone-script.ts';
import { phoneStyle } from './phone-style.ts';
import { Frame, type PageProps } from './sandbox-frame.tsx';

/** Polling interval of a phone without scripts, in seconds. */
const refresh = 3;

interface PhonesProps extends PageProps {
  subscribers: ListedSubscriber[];
  /** The chosen phone. */
  phone: Phone | undefined;
}

/** The sandbox's phones: the screen of the chosen phone, and the list of all phones. */
export function PhonesPage({ subscribers, phone, ...props }: PhonesProps) {
  const { words } = props;
  const list = <PhoneList {...{ subscribers, words }} chosen={phone?.subscriber.phoneNo} />;
  if (phone === undefined) {
    return (
      <Frame {...props} title={words('phones_title')}>
        <h1>{words('phones_title')}</h1>
        <p class="lead">{words('phones_lead')}</p>
        {!props.framed && (
          <p>
            <a class="way" href="/sandbox/side-by-side">
              {words('beside_open')}
            </a>
          </p>
        )}
        {list}
      </Frame>
    );
  }
  const title = words('phone_of', { name: phone.subscriber.name });
  const live = hasApp(phone.subscriber) ? { refresh, script } : {};
  return (
    <Frame {...props} {...live} ownStyle={phoneStyle} title={title} others={list}>
      <h1 class={props.isRunning ? 'visually-hidden' : undefined}>{title}</h1>
      <div class="columns">
        <PhoneScreen {...props} phone={phone} />
        {!props.framed && (
          <section>
            <h2>{words('phones_all')}</h2>
            {list}
          </section>
        )}
      </div>
    </Frame>
  );
}

interface PhoneListProps {
  subscribers: ListedSubscriber[];
  chosen: string | undefined;
  words: SandboxTexts;
}

function PhoneList({ subscribers, chosen, words }: PhoneListProps) {
  return (
    <ul class="menu phones">
      {subscribers.map((subscriber) => (
        <li key={subscriber.phoneNo}>
          <a
            href={`/sandbox?phoneNo=${subscriber.phoneNo}`}
            aria-current={subscriber.phoneNo === chosen ? 'page' : undefined}
          >
            <PhoneLabel {...{ subscriber, words }} />
          </a>
        </li>
      ))}
    </ul>
  );
}
