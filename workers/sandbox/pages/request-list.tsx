import type { PhoneRequest } from '../directory/request-table.ts';
import type { Words } from '../words/index.ts';

const maxEarlier = 4;

interface RequestsProps {
  phoneNo: string;
  requests: PhoneRequest[];
  /** Whether anybody can answer on this phone. */
  canAnswer: boolean;
  language: string;
  words: Words;
}

/** The requests on a phone; the page's script updates this part. */
export function Requests({ phoneNo, requests, canAnswer, language, words }: RequestsProps) {
  const pending = requests.filter(({ status }) => status === 'pending' && canAnswer);
  const earlier = requests.filter((request) => !pending.includes(request)).slice(0, maxEarlier);
  const seen = requests.map(({ id, status }) => id + status).join();
  return (
    <section id="requests" data-phone={phoneNo} data-seen={seen}>
      {requests.length === 0 && <p class="hint">{words('nothing_yet')}</p>}
      {pending.map((request) => (
        <PendingRequest key={request.id} {...{ request, language, words }} />
      ))}
      {earlier.length > 0 && <h3>{words('earlier')}</h3>}
      <ul class="log">
        {earlier.map(({ id, application, created, status }) => (
          <li key={id}>
            <span>
              {application} <Time {...{ seconds: created, language }} />
            </span>
            <span class="tag">{words(`status_${status}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PendingRequestProps {
  request: PhoneRequest;
  language: string;
  words: Words;
}

/** One tap approves (the right one of three numbers) or denies (the button below them). */
function PendingRequest({ request, language, words }: PendingRequestProps) {
  const { id, application, choices, created } = request;
  return (
    <article class="request" aria-labelledby={`asks-${id}`}>
      <h3 id={`asks-${id}`}>{words('asks', { application })}</h3>
      <p class="hint">
        {words('asked_at')} <Time {...{ seconds: created, language }} />
      </p>
      <p>{words('tap_number')}</p>
      <form method="post" action={`/sandbox/requests/${id}/approve`} class="numbers">
        {choices.map((choice) => (
          <button
            key={choice}
            id={`${id}-${choice}`}
            type="submit"
            name="match"
            value={choice}
            class="button"
          >
            {choice}
          </button>
        ))}
      </form>
      <form method="post" action={`/sandbox/requests/${id}/deny`}>
        <button id={`${id}-deny`} type="submit" class="button-danger">
          {words('deny')}
        </button>
      </form>
      <p class="hint">{words('deny_hint')}</p>
    </article>
  );
}

/** A time of day in Korea. */
function Time({ seconds, language }: { seconds: number; language: string }) {
  const date = new Date(seconds * 1000);
  const format = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone: 'Asia/Seoul' });
  return (
    <time datetime={date.toISOString()} class="hint">
      {format.format(date)}
    </time>
  );
}
