import { type Entry, shownParts } from '../../workers/core/carrier/port.ts';
import type { PhoneRequest, RequestMessage } from '../directory/request-table.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { AskingBrowser } from './asking-browser.tsx';
import { TimeOfDay } from './time-of-day.tsx';

interface PendingRequestProps {
  request: PhoneRequest;
  /** How the number is entered on this phone. */
  entry: Entry;
  /**
   * The query of the form's URL, which determines the page that follows the response. If the request was opened by
   * its link, the sign-in page follows.
   */
  back: string | undefined;
  language: string;
  words: SandboxTexts;
}

/** A pending request: the requesting browser, the number, and a button to deny. */
export function PendingRequest({ request, entry, back = '', language, words }: PendingRequestProps) {
  const { id, application, applicationHost, context, created, message, shown = shownParts } = request;
  const actions = (action: string) => `/sandbox/requests/${id}/${action}${back}`;
  return (
    <article class="request" aria-labelledby={`asks-${id}`}>
      <h3 id={`asks-${id}`}>{message === undefined ? words('asks', { application }) : application}</h3>
      <p class="hint">
        {words('asked_at')} <TimeOfDay {...{ seconds: created, language }} />
      </p>
      {message !== undefined && <VendorMessage {...{ message, words }} />}
      {context !== undefined && applicationHost !== undefined && (
        <AskingBrowser {...{ context, shown, host: applicationHost, language, words }} />
      )}
      <form method="post" action={actions('approve')}>
        <Answer {...{ request, entry, words }} />
      </form>
      <form method="post" action={actions('deny')}>
        <button id={`${id}-deny`} type="submit" class="button-danger">
          {words('deny')}
        </button>
      </form>
      <form method="post" action={actions('deny')}>
        <button id={`${id}-block`} type="submit" name="why" value="blocked" class="button-quiet">
          {words('block')}
        </button>
      </form>
    </article>
  );
}

/** The text of a vendor's request, and the application's call center. */
const VendorMessage = ({ message, words }: { message: RequestMessage; words: SandboxTexts }) => (
  <>
    <p class="vendor-text">{message.text}</p>
    <dl class="facts">
      <dt>{words('asking_call_center')}</dt>
      <dd>{message.callCenter}</dd>
    </dl>
  </>
);

/**
 * The controls to approve: the user taps the correct number, types it, or compares it. A request without a number is
 * approved directly.
 */
function Answer({ request, entry, words }: Pick<PendingRequestProps, 'request' | 'entry' | 'words'>) {
  const { id, match, choices, started, message } = request;
  const hasNoNumber = started || message !== undefined;
  if (hasNoNumber || entry === 'none')
    return (
      <>
        {!hasNoNumber && <p>{words('compare_number', { match })}</p>}
        <button id={`${id}-${match}`} type="submit" name="match" value={match} class="button">
          {words('approve')}
        </button>
      </>
    );
  if (entry === 'type')
    return (
      <div class="field">
        <label for={`${id}-typed`}>{words('type_number')}</label>
        <div class="typed">
          <input
            {...{ id: `${id}-typed`, name: 'match', type: 'text', inputmode: 'numeric', autocomplete: 'off' }}
            {...{ pattern: String.raw`\d\d`, maxlength: 2, required: true }}
          />
          <button id={`${id}-send`} type="submit" class="button">
            {words('approve')}
          </button>
        </div>
        <p class="hint">{words('deny_hint')}</p>
      </div>
    );
  return (
    <>
      <p>{words('tap_number')}</p>
      <div class="numbers">
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
      </div>
      <p class="hint">{words('deny_hint')}</p>
    </>
  );
}
