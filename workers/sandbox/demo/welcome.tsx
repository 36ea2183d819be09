import { carrierNames } from '../../core/protocol/attribute-words.ts';
import { fixedSubscribers, type Subscriber } from '../subscriber.ts';
import type { DemoWords } from './demo-words.ts';

/** The page of a person who is not signed in: the log-in button, and subscribers to sign in as. */
export function Welcome({ words }: { words: DemoWords }) {
  const atOnce = fixedSubscribers.find(({ behaviour }) => behaviour === 'approves');
  const byHand = fixedSubscribers.find(({ behaviour }) => behaviour === 'waits');
  return (
    <div class="columns">
      <section class="card hero">
        <h1>{words('welcome')}</h1>
        <p class="lead">{words('lead')}</p>
        <p class="actions">
          <a class="button" href="/auth/login?return_to=/">
            {words('log_in')}
          </a>
        </p>
      </section>
      <section class="card">
        <h2>{words('try_heading')}</h2>
        {atOnce !== undefined && (
          <>
            <h3>{words('try_at_once')}</h3>
            <ToFillIn subscriber={atOnce} words={words} />
          </>
        )}
        {byHand !== undefined && (
          <>
            <h3>{words('try_by_hand')}</h3>
            <ToFillIn subscriber={byHand} words={words} />
            <p>
              <a class="way" href={`/sandbox?phoneNo=${byHand.phoneNo}`} target="_blank" rel="noopener">
                {words('try_open_phone', { name: byHand.name })}
              </a>
            </p>
          </>
        )}
      </section>
    </div>
  );
}

/** What to enter on the sign-in page. */
function ToFillIn({ subscriber, words }: { subscriber: Subscriber; words: DemoWords }) {
  const { name, phoneNo, telcoCd } = subscriber;
  return (
    <dl class="facts">
      <dt>{words('name')}</dt>
      <dd>{name}</dd>
      <dt>{words('phoneNo')}</dt>
      <dd>{phoneNo}</dd>
      <dt>{words('telcoCd')}</dt>
      <dd>{carrierNames[telcoCd]}</dd>
    </dl>
  );
}
