import type { Language } from '../../../core/http/language.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { ButtonLink, PostButton } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { Rows } from '../../../pages/list.tsx';
import { Notice } from '../../../pages/notice.tsx';
import { formatTime } from '../../pages/korea-time.ts';
import { accountPath } from '../../registry/account-client.ts';
import { accountPage, type Frame } from './account-frame.tsx';
import type { Notice as NoticeName } from './account-settings.ts';
import { accountTexts } from './account-texts.ts';
import { ConnectionCard, nameOf, type ShownConnection } from './connection-card.tsx';
import { type ShownSignIn, SignInList } from './sign-in-list.tsx';

interface PageOptions {
  frame: Frame;
  notice: NoticeName | undefined;
}

/** The page for signed-out users. It explains the account pages. */
export function signedOutAccountPage({ frame, notice }: PageOptions): Response {
  const { title, start } = accountTexts[frame.language];
  return accountPage(
    frame,
    { title, ends: true },
    <>
      <NoticeLine language={frame.language} notice={notice} />
      <Ending kind="phone" title={title} text={start.lead} details={start.how}>
        <PostButton action="/account/sign-in" label={start.submit} />
      </Ending>
    </>,
  );
}

interface ListOptions extends PageOptions {
  connections: readonly ShownConnection[];
  signIns: readonly ShownSignIn[];
  browsersForgotten: number | undefined;
  /** What other parts show, below the connections. */
  more?: Child;
  /** When the session ends, in seconds since 1970. */
  ends: number;
}

/** Renders a page with all connections of the user. */
export function connectionListPage({
  frame,
  notice,
  connections,
  signIns,
  browsersForgotten,
  more,
  ends,
}: ListOptions): Response {
  const { language } = frame;
  const { title, list } = accountTexts[language];
  return accountPage(
    frame,
    { title },
    <>
      <NoticeLine {...{ language, notice }} />
      <h1>{title}</h1>
      <p class="lead">{fill(list.lead, { time: formatTime(language, ends) })}</p>
      {connections.length === 0 && (
        <section class="card">
          <p>{list.none}</p>
        </section>
      )}
      {connections.map((connection) => (
        <ConnectionCard key={connection.consent.client_id} language={language} connection={connection} />
      ))}
      {more}
      <SignInList {...{ language, signIns, browsersForgotten }} />
      <DataDownload language={language} />
      <section class="card">
        <PostButton action="/account/sign-out" label={list.signOut} look="button-quiet" />
        {connections.length > 1 && (
          <p class="actions">
            <ButtonLink look="way" href="/account/disconnect?all=Y" label={list.disconnectAll} />
          </p>
        )}
      </section>
    </>,
  );
}

/**
 * Renders a page that asks the user to confirm before connections are ended. @param connections the connections to
 * end. @param all whether the user chose all connections.
 */
export function confirmDisconnectPage(
  frame: Frame,
  connections: readonly ShownConnection[],
  all: boolean,
): Response {
  const { language } = frame;
  const { confirm, list } = accountTexts[language];
  const names = connections.map((connection) => nameOf(connection, language));
  const [application = ''] = names;
  const title = all ? fill(confirm.all, { count: String(names.length) }) : fill(confirm.one, { application });
  return accountPage(
    frame,
    { title, ends: true },
    <Ending
      kind="question"
      title={title}
      about={all && <Rows rows={names} />}
      text={confirm.effect}
      details={confirm.limits}
    >
      <PostButton
        action="/account/disconnect"
        fields={[all ? ['all', 'Y'] : ['client_id', connections[0]?.consent.client_id ?? '']]}
        label={all ? list.disconnectAll : list.disconnect}
        look="button-danger"
      />
      <ButtonLink look="button-quiet" href={accountPath} label={confirm.back} />
    </Ending>,
  );
}

/** Renders the result of the last action at the top of the page, so that screen readers announce it first. */
function NoticeLine({ language, notice }: { language: Language; notice: NoticeName | undefined }) {
  if (notice === undefined) return null;
  const isBad = ['ended', 'failed', 'notShown', 'denied', 'noticeOver'].includes(notice);
  return (
    <Notice kind={isBad ? 'bad' : 'good'} role={isBad ? 'alert' : 'status'}>
      <p>{accountTexts[language].notices[notice]}</p>
    </Notice>
  );
}

/** Explains who corrects the user's data, with a button that downloads the data of this page. */
function DataDownload({ language }: { language: Language }) {
  const { data } = accountTexts[language];
  return (
    <section class="card" id="data">
      <h2>{data.title}</h2>
      <p>{data.correction}</p>
      <p class="hint">{data.downloadHint}</p>
      <PostButton action="/account/download" label={data.download} look="button-quiet small" />
    </section>
  );
}
