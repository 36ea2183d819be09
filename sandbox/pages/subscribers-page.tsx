import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import { PhoneLabel } from './phone-label.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { toolStyle } from './sandbox-style.ts';
import { SubscriberForm } from './subscriber-form.tsx';

interface SubscribersProps extends PageProps {
  subscribers: ListedSubscriber[];
  /** The subscriber in the form; undefined for a new one. */
  chosen: ListedSubscriber | undefined;
}

/** The carriers' subscribers, and the form to add or change one. */
export function SubscribersPage({ subscribers, chosen, ...props }: SubscribersProps) {
  const { words } = props;
  return (
    <Frame {...props} ownStyle={toolStyle} title={words('subscribers_title')}>
      <h1>{words('subscribers_title')}</h1>
      <p class="lead">{words('subscribers_lead')}</p>
      <p>
        <a class="way" href="/sandbox/subscribers#subscriber">
          {words('subscriber_add')}
        </a>
      </p>
      <div class="columns">
        <section>
          <ul class="menu phones">
            {subscribers.map((subscriber) => (
              <li key={subscriber.phoneNo}>
                <a
                  href={`/sandbox/subscribers?phoneNo=${subscriber.phoneNo}#subscriber`}
                  aria-current={subscriber.phoneNo === chosen?.phoneNo ? 'true' : undefined}
                >
                  <PhoneLabel {...{ subscriber, words }} />
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section class="card" aria-labelledby="subscriber">
          <h2 id="subscriber">{words(chosen === undefined ? 'subscriber_add' : 'subscriber_change')}</h2>
          <SubscriberForm words={words} subscriber={chosen} />
        </section>
      </div>
    </Frame>
  );
}
