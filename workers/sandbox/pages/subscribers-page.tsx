import { carrierCodes } from '../../core/protocol/carrier.ts';
import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import { behaviours } from '../subscriber.ts';
import type { Words } from '../words/index.ts';
import { ChoiceField, TextField } from './form-fields.tsx';
import { withHyphens } from './phone-screen.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';

interface SubscribersProps extends PageProps {
  subscribers: ListedSubscriber[];
  /** Whom the form shows; undefined for a new one. */
  chosen: ListedSubscriber | undefined;
}

/** The people whom the carriers know, and the form to add or change one. */
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
                  <span class="number">{withHyphens(phoneNo)}</span>
                  <span class="tag">{words(`behaviour_${behaviour}`)}</span>
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

function SubscriberForm({ words, subscriber }: { words: Words; subscriber: ListedSubscriber | undefined }) {
  const choose = <Value extends string>(values: readonly Value[], text: (value: Value) => string) =>
    values.map((value) => [value, text(value)] as const);
  const field = <Name extends keyof ListedSubscriber & `${string}`>(name: Exclude<Name, 'left'>) => ({
    name,
    label: words(`field_${name}`),
    value: subscriber?.[name],
  });
  return (
    <form method="post" action="/sandbox/subscribers">
      <TextField
        {...field('phoneNo')}
        hint={words('hint_phoneNo')}
        inputMode="numeric"
        pattern={String.raw`01\d{9}`}
        maxLength={11}
      />
      <TextField {...field('name')} maxLength={60} />
      <div class="grid">
        <ChoiceField
          {...field('telcoCd')}
          choices={choose(carrierCodes, (code) => words(`carrier_${code}`))}
        />
        <ChoiceField
          {...field('gender')}
          choices={choose(['F', 'M'] as const, (code) => words(`gender_${code}`))}
        />
      </div>
      <TextField
        {...field('birthdate')}
        hint={words('hint_birthdate')}
        inputMode="numeric"
        pattern={String.raw`\d{6}`}
        maxLength={6}
      />
      <div class="grid">
        <ChoiceField
          {...field('foreign')}
          choices={choose(['L', 'F'] as const, (code) => words(`foreign_${code}`))}
        />
        <ChoiceField
          {...field('behaviour')}
          value={subscriber?.behaviour ?? 'waits'}
          choices={choose(behaviours, (behaviour) => words(`behaviour_${behaviour}`))}
        />
      </div>
      <button type="submit" class="button">
        {words('save')}
      </button>
    </form>
  );
}
