import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import { withHyphens } from './phone-screen.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
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
    <Frame {...props} title={words('subscribers_title')}>
      <h1>{words('subscribers_title')}</h1>
      <p class="lead">{words('subscribers_lead')}</p>
      <div class="columns">
        <section class="card">
          <h2>{words(chosen === undefined ? 'subscriber_add' : 'subscriber_change')}</h2>
          <SubscriberForm words={words} subscriber={chosen} />
        </section>
        <section>
          <h2>{words('subscribers_title')}</h2>
          <ul class="phones">
            {subscribers.map(({ phoneNo, name, behaviour }) => (
              <li key={phoneNo}>
                <a
                  href={`/sandbox/subscribers?phoneNo=${phoneNo}`}
                  aria-current={phoneNo === chosen?.phoneNo ? 'true' : undefined}
                >
                  <strong>{name}</strong>
                  <span class="tag">{words(`behaviour_${behaviour}`)}</span>
                  <span class="number">{withHyphens(phoneNo)}</span>
                </a>
              </li>
            ))}
          </ul>
          {chosen !== undefined && (
            <p>
              <a class="way" href="/sandbox/subscribers">
                {words('subscriber_add')}
              </a>
            </p>
          )}
        </section>
      </div>
    </Frame>
  );
}
