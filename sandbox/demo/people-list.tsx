import type { Language } from '../../workers/core/http/language.ts';
import { Notice } from '../../workers/pages/notice.tsx';
import { PhoneChoices } from '../pages/phone-choices.tsx';
import { fixedSubscribers } from '../subscriber.ts';
import { sandboxTexts } from '../texts/index.ts';
import type { DemoTexts } from './demo-texts.ts';

/**
 * The list of the sandbox's users. A tap on a user signs in as that user, on the real pages with the phone next to
 * them (side-by-side.ts).
 */
export function UserList({ language, words }: { language: Language; words: DemoTexts }) {
  return (
    <section class="card" aria-labelledby="people">
      <h2 id="people">{words('people_heading')}</h2>
      <p class="lead">{words('people_lead')}</p>
      <noscript>
        <Notice>{words('people_by_hand')}</Notice>
      </noscript>
      <form method="post" action="/sandbox/side-by-side">
        <PhoneChoices phones={fixedSubscribers} words={sandboxTexts(language)} />
        <label class="check">
          <input type="checkbox" name="agree" value="Y" checked />
          {words('people_agree')}
        </label>
      </form>
    </section>
  );
}
