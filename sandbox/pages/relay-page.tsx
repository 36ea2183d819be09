import { formatAttribute } from '../../workers/core/protocol/attribute-texts.ts';
import { type Attribute, attributes } from '../../workers/core/protocol/user-record.ts';
import { hasApp } from '../directory/subscriber-table.ts';
import type { RelayView } from '../relay/relay.ts';
import { relayDisplayLocation } from '../relay/relay-browser.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { locationText } from './asking-browser.tsx';
import { withHyphens } from './phone-label.tsx';
import { type Phone, PhoneScreen } from './phone-screen.tsx';
import { script as phoneScript } from './phone-script.ts';
import { phoneStyle } from './phone-style.ts';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { toolStyle } from './sandbox-style.ts';

interface RelayProps extends PageProps {
  relay: RelayView;
  /** The phone of the user whose number the relay uses. */
  phone: Phone | undefined;
}

/**
 * Polls and updates the page while the relay waits for the phone. If scripts are disabled, the user presses a
 * button instead.
 */
const script = `
${phoneScript}
{
  const relay = document.getElementById('relay');
  const seen = relay.dataset.seen;
  const looks = async () => {
    try {
      const answer = await fetch(location.pathname, { method: 'POST', headers: { Accept: 'application/json' } });
      if (JSON.stringify((await answer.json()).relay) !== seen) return location.reload();
    } catch {}
    setTimeout(looks, 1500);
  };
  if (JSON.parse(seen).waits) setTimeout(looks, 1500);
}
`;

/** The page with the relay's screen and results on the left, and the victim's phone on the right. */
export function RelayPage({ relay, phone, ...props }: RelayProps) {
  const { words, language } = props;
  const { browser } = relayDisplayLocation;
  const place = locationText(relayDisplayLocation, language) ?? '';
  const live = phone !== undefined && hasApp(phone.subscriber) ? { script } : {};
  return (
    <Frame {...props} {...live} ownStyle={toolStyle + phoneStyle} title={words('relay_title')}>
      <h1>{words('relay_title')}</h1>
      <p class="lead">{words(relay.waits ? 'relay_step_phone' : 'relay_step_after', { place, browser })}</p>
      <div class="columns">
        <div id="relay" data-seen={JSON.stringify(relay)}>
          <section class="card window" aria-labelledby="screen">
            <p class="window-bar">
              {browser} · {place}
            </p>
            <h2 id="screen">{words('relay_browser')}</h2>
            <RelayScreen {...{ relay, words }} />
          </section>
          <section class="card" aria-labelledby="has">
            <h2 id="has">{words('relay_has')}</h2>
            <RelayHas {...{ relay, language, words }} />
            <form method="post" action={`/sandbox/relay/${relay.id}`} class="actions">
              <button type="submit" class="button-quiet">
                {words('relay_again')}
              </button>
            </form>
            <p class="actions">
              <a class="way" href="/sandbox/relay">
                {words('relay_another')}
              </a>
            </p>
          </section>
        </div>
        {phone !== undefined && <PhoneScreen {...props} phone={phone} relay={relay.id} />}
      </div>
    </Frame>
  );
}

function RelayScreen({ relay, words }: { relay: RelayView; words: SandboxTexts }) {
  const { title, language, match, link } = relay;
  return (
    <>
      <p>
        <strong lang={language}>{title}</strong>
      </p>
      {match !== undefined && (
        <>
          <p>{words('relay_shows')}</p>
          <strong class="match">{match}</strong>
        </>
      )}
      {link !== undefined && (
        <>
          <p>{words('relay_sends')}</p>
          <p>
            <a class="way" href={link} target="_blank" rel="noopener">
              {words('relay_open_link')}
            </a>
          </p>
          <p class="hint">{words('relay_sent_on')}</p>
        </>
      )}
    </>
  );
}

function RelayHas({ relay, language, words }: Pick<RelayProps, 'relay' | 'language' | 'words'>) {
  const { session = {}, automaticLogin, account } = relay;
  const formatted = (attribute: Attribute, value: string) =>
    attribute === 'phoneNo' ? withHyphens(value) : formatAttribute(language, attribute, value);
  const yesOrNo = (has: boolean) => words(has ? 'relay_yes' : 'relay_no');
  return (
    <dl class="facts">
      <dt>{words('relay_has_session')}</dt>
      <dd>{yesOrNo(relay.session !== undefined)}</dd>
      {attributes
        .filter((attribute) => session[attribute])
        .map((attribute) => (
          <>
            <dt>{words(attribute)}</dt>
            <dd>{formatted(attribute, session[attribute] ?? '')}</dd>
          </>
        ))}
      <dt>{words('relay_has_automatic')}</dt>
      <dd>{yesOrNo(automaticLogin)}</dd>
      <dt>{words('relay_has_account')}</dt>
      <dd>{yesOrNo(account)}</dd>
    </dl>
  );
}
