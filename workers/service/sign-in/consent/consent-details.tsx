import { userAttributeTexts } from '../../../core/protocol/attribute-texts.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { Rows } from '../../../pages/list.tsx';
import { PageLink } from '../../../pages/page-link.tsx';
import { AccountLink, newWindowText } from '../pages/sign-in-frame.tsx';
import { signInTexts } from '../texts/index.ts';
import { identifiersLast, type PartProps } from './consent-terms.tsx';

/** Section of the consent page that explains each requested attribute and automatic login, and links to more information. */
export function Details({ view, text }: PartProps) {
  const { language, application, signIn } = view;
  const values = { application: application.name };
  const items = identifiersLast(signIn.asked).map((attribute) => userAttributeTexts(language, attribute));
  const plid = { name: text.plid, about: fill(text.plidHint, values) };
  const links = [
    [application.privacy_url, text.privacyNotice],
    [application.support_url, text.support],
  ] as const;
  return (
    <>
      <details>
        <summary>{text.details}</summary>
        <Rows
          look="attributes"
          rows={[...items, plid].map(({ name, about }) => (
            <>
              <strong>{name}</strong>
              <span class="hint">{about}</span>
            </>
          ))}
        />
        {signIn.automaticLogin !== undefined && (
          <p class="hint">{fill(signInTexts[language].autoLogin.end, values)}</p>
        )}
      </details>
      <p class="links">
        {links.map(
          ([href, label]) =>
            href && (
              <PageLink
                key={href}
                class="way"
                href={href}
                label={fill(label, values)}
                newWindow={newWindowText(view)}
              />
            ),
        )}
        <AccountLink view={view} label={signInTexts[language].account} class="way" />
      </p>
    </>
  );
}
