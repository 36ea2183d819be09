import { fixedSubscribers } from '../subscriber.ts';
import type { DemoWords } from './words.ts';

/** For whoever is not signed in: the one button, and whom to sign in as. */
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
        <ul>
          {atOnce !== undefined && <li>{words('try_at_once', atOnce)}</li>}
          {byHand !== undefined && (
            <li>
              {words('try_by_hand', byHand)}{' '}
              <a href={`/sandbox?phoneNo=${byHand.phoneNo}`} target="_blank" rel="noopener">
                {words('try_open_phone', byHand)}
              </a>
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}
