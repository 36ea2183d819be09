import { shownAgent } from '../../../core/http/agent-label.ts';
import type { Language } from '../../../core/http/language.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { PostButton } from '../../../pages/button.tsx';
import { Rows } from '../../../pages/list.tsx';
import type { ListedPasskey } from '../../objects/listed-passkey.ts';
import { formatDate } from '../../pages/korea-time.ts';
import { passkeyListTexts } from './passkey-list-texts.ts';

interface ListProps {
  language: Language;
  passkeys: readonly ListedPasskey[];
}

/** The user's passkeys on the page `/account`, each with the button that ends it. */
export const PasskeyList = ({ language, passkeys }: ListProps) =>
  passkeys.length === 0 ? null : (
    <section class="card" id="passkeys">
      <h2>{passkeyListTexts[language].title}</h2>
      <p class="hint">{passkeyListTexts[language].hint}</p>
      <Rows rows={passkeys.map((passkey) => <Passkey key={passkey.id} {...{ language, passkey }} />)} />
    </section>
  );

function Passkey({ language, passkey }: { language: Language; passkey: ListedPasskey }) {
  const text = passkeyListTexts[language];
  const browser = shownAgent(language, passkey.agent);
  const created = formatDate(language, passkey.created);
  const used = passkey.used === null ? undefined : formatDate(language, passkey.used);
  return (
    <>
      <p>
        <strong>{browser}</strong>{' '}
        <span class="hint">
          {used === undefined ? fill(text.unused, { created }) : fill(text.used, { created, used })}
        </span>
      </p>
      <PostButton
        action="/account/end-passkey"
        fields={[['passkey', passkey.id]]}
        label={text.end}
        fullLabel={fill(text.endOf, { browser })}
        look="button-quiet small"
        isInRow
      />
    </>
  );
}
