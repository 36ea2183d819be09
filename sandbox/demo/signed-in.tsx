import type { Language } from '../../workers/core/http/language.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { Notice } from '../../workers/pages/notice.tsx';
import type { DemoTexts } from './demo-texts.ts';
import { ExchangeList } from './exchange-list.tsx';
import type { Session } from './gateway-client.ts';
import type { SignInStep } from './latest-sign-in.ts';
import { UserList } from './people-list.tsx';

interface SignedInProps {
  session: Session;
  exchanges: SignInStep[];
  /** Whether the user signed in at the local service. */
  hasSandbox: boolean;
  language: Language;
  words: DemoTexts;
}

/** The page of a signed-in user: the user record, and the requests and responses of the sign-in. */
export function SignedIn({ session, exchanges, hasSandbox, language, words }: SignedInProps) {
  const { user, expires } = session;
  const expiry = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(expires * 1000);
  return (
    <>
      <section class="card">
        <p>
          <span class="tag good">{words('signed_in')}</span>
        </p>
        <h1>{user.name === '' ? words('greeting_unnamed') : words('greeting', { name: user.name })}</h1>
        <Notice>{words(automaticLogin(session))}</Notice>
        <Actions words={words} />
      </section>
      <div class="columns">
        <section class="card" aria-labelledby="known">
          <h2 id="known">{words('known_heading')}</h2>
          <p class="lead">{words('known_lead')}</p>
          <dl class="known">
            {(['plid', ...attributes.filter((name) => user[name] !== '')] as const).map((name) => (
              <Fact key={name} term={words(name)} field={name} value={user[name]} />
            ))}
            <Fact term={words('expires')} value={expiry} />
          </dl>
        </section>
        {hasSandbox && <ExchangeList exchanges={exchanges} words={words} />}
      </div>
      {hasSandbox && <UserList {...{ language, words }} />}
    </>
  );
}

/** @param field the name of the field in the specification, or undefined for the session's expiry. */
function Fact({ term, field, value }: { term: string; field?: string; value: string }) {
  return (
    <div>
      <dt>
        {term} {field !== undefined && <code>{field}</code>}
      </dt>
      <dd>{value === '' ? '–' : value}</dd>
    </div>
  );
}

function Actions({ words }: { words: DemoTexts }) {
  return (
    <div class="shop-actions">
      <form method="post" action="/auth/logout" id="logout">
        <input type="hidden" name="return_to" value="/" />
        <button type="submit" class="button-quiet">
          {words('log_out')}
        </button>
      </form>
      <a class="button-quiet" href="/auth/login?return_to=/&prompt=select_account">
        {words('other_number')}
      </a>
      <form method="post" action="/auth/disconnect" id="disconnect">
        <input type="hidden" name="return_to" value="/" />
        <button type="submit" class="button-danger" aria-describedby="disconnect-hint">
          {words('disconnect')}
        </button>
      </form>
      <p id="disconnect-hint" class="hint">
        {words('disconnect_hint')}
      </p>
    </div>
  );
}

/** Returns the name of the text that describes the two automatic-login flags of §2.1. */
function automaticLogin({ user: { autoLoginYn, autoStatusCheck } }: Session) {
  if (autoLoginYn === 'N') return 'automatic_off';
  return autoStatusCheck === 'Y' ? 'automatic_first' : 'automatic_again';
}
