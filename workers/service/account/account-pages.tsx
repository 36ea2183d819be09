import type { Language } from '../../core/http/language.ts';
import { attributeWords } from '../../core/protocol/attribute-words.ts';
import { fill } from '../../core/protocol/texts.ts';
import { attributes } from '../../core/protocol/user-record.ts';
import type { AccountOverview } from '../objects/account-tables.ts';
import type { Consent, statedTerms } from '../shared/consents.ts';
import { accountPage } from './account-frame.tsx';
import type { Notice } from './account-settings.ts';
import { sayDate, sayTime, words } from './account-words.ts';

type Device = AccountOverview['automaticLogins'][number];

/** A connection as the page shows it. */
export interface ShownConnection {
  consent: Consent;
  /** Undefined where the application is registered no longer. */
  name: string | undefined;
  terms: ReturnType<typeof statedTerms>;
  devices: Device[];
}

interface PageOptions {
  language: Language;
  notice: Notice | undefined;
}

/** What the pages are, for a person who is not signed in. */
export function startPage({ language, notice }: PageOptions): Response {
  const { title, start } = words[language];
  return accountPage(
    { language, title },
    <section class="card">
      <NoticeLine {...{ language, notice }} />
      <h1>{title}</h1>
      <p>{start.lead}</p>
      <p class="lead">{start.how}</p>
      <form method="post" action="/account/sign-in" class="actions">
        <button type="submit" class="button">
          {start.submit}
        </button>
      </form>
    </section>,
  );
}

interface ListOptions extends PageOptions {
  connections: readonly ShownConnection[];
  /** When the session ends, in seconds since 1970. */
  ends: number;
}

/** Everything that the person is connected with. */
export function listPage({ language, notice, connections, ends }: ListOptions): Response {
  const { title, list } = words[language];
  return accountPage(
    { language, title },
    <>
      <NoticeLine {...{ language, notice }} />
      <h1>{title}</h1>
      <p class="lead">{fill(list.lead, { time: sayTime(language, ends) })}</p>
      {connections.length === 0 && (
        <section class="card">
          <p>{list.none}</p>
        </section>
      )}
      {connections.map((connection) => (
        <ConnectionCard key={connection.consent.client_id} language={language} connection={connection} />
      ))}
      <div class="actions">
        {connections.length > 1 && (
          <a class="button-danger" href="/account/disconnect?all=Y">
            {list.disconnectAll}
          </a>
        )}
        <form method="post" action="/account/sign-out" class="actions">
          <button type="submit" class="button-quiet">
            {list.signOut}
          </button>
        </form>
      </div>
    </>,
  );
}

interface ConnectionProps {
  language: Language;
  connection: ShownConnection;
}

function ConnectionCard({ language, connection }: ConnectionProps) {
  const { list } = words[language];
  const { consent, devices, terms } = connection;
  const { client_id, agreed } = consent;
  const application = nameOf(connection, language);
  return (
    <section class="card">
      <h2>{application}</h2>
      <dl class="facts">
        <Fact name={list.recipient} value={terms.recipient} />
        <Fact name={list.purpose} value={terms.purpose} />
        <Fact name={list.receives} value={sharedWith(consent, language)} />
        <Fact name={list.since} value={agreed && sayDate(language, agreed)} />
      </dl>
      {devices.length > 0 && <h3>{list.automatic}</h3>}
      {devices.map((device) => (
        <DeviceForm key={device.id} {...{ language, device, application }} />
      ))}
      <p class="actions">
        <a
          class="button-danger"
          href={`/account/disconnect?client_id=${client_id}`}
          aria-label={fill(list.disconnectOf, { application })}
        >
          {list.disconnect}
        </a>
      </p>
    </section>
  );
}

/** Nothing where it is not known: applications and consents of release 0.2 tell less. */
function Fact({ name, value }: { name: string; value: string | 0 | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function DeviceForm({
  language,
  device,
  application,
}: {
  language: Language;
  device: Device;
  application: string;
}) {
  const { list } = words[language];
  const browser = device.agent || list.unknownBrowser;
  const [since, until] = [sayDate(language, device.started), sayDate(language, device.expires)];
  return (
    <form method="post" action="/account/end-automatic-login" class="row">
      <input type="hidden" name="device" value={device.id} />
      <p>
        <strong>{browser}</strong> <span class="hint">{fill(list.period, { since, until })}</span>
      </p>
      <button
        type="submit"
        class="button-quiet small"
        aria-label={fill(list.endDeviceOf, { browser, application })}
      >
        {list.endDevice}
      </button>
    </form>
  );
}

/** Asks before one connection is ended, or all. @param connections those that are meant. @param all whether it was all that was chosen. */
export function confirmPage(
  language: Language,
  connections: readonly ShownConnection[],
  all: boolean,
): Response {
  const { confirm, list } = words[language];
  const names = connections.map((connection) => nameOf(connection, language));
  const [application = ''] = names;
  const title = all ? fill(confirm.all, { count: String(names.length) }) : fill(confirm.one, { application });
  return accountPage(
    { language, title },
    <section class="card">
      <h1>{title}</h1>
      {all && (
        <ul>
          {names.map((name, index) => (
            <li key={connections[index]?.consent.client_id}>{name}</li>
          ))}
        </ul>
      )}
      <p>{confirm.effect}</p>
      <p class="hint">{confirm.limits}</p>
      <form method="post" action="/account/disconnect" class="actions">
        {all ? (
          <input type="hidden" name="all" value="Y" />
        ) : (
          <input type="hidden" name="client_id" value={connections[0]?.consent.client_id} />
        )}
        <button type="submit" class="button-danger">
          {all ? list.disconnectAll : list.disconnect}
        </button>
        <a class="button-quiet" href="/account">
          {confirm.back}
        </a>
      </form>
    </section>,
  );
}

/** What has just happened; it stands first, so that a screen reader says it first. */
function NoticeLine({ language, notice }: PageOptions) {
  if (notice === undefined) return null;
  const isBad = notice === 'ended' || notice === 'failed';
  return (
    <div class={isBad ? 'notice bad' : 'notice good'} role={isBad ? 'alert' : 'status'}>
      <p>{words[language].notices[notice]}</p>
    </div>
  );
}

const nameOf = ({ name }: ShownConnection, language: Language) => name ?? words[language].list.gone;

/** The attributes in their usual order, and the plid, which every application receives. */
function sharedWith(consent: Consent, language: Language): string {
  const shared = attributes.filter((attribute) => consent.attributes.includes(attribute));
  const names = shared.map((attribute) => attributeWords[language][attribute].name);
  return [...names, words[language].list.identifier].join(', ');
}
