import type { Language } from '../../workers/core/http/language.ts';
import type { DemoTexts } from './demo-texts.ts';
import { UserList } from './people-list.tsx';

interface WelcomeProps {
  language: Language;
  words: DemoTexts;
  /** Whether the phone is displayed next to the shop. */
  isBeside: boolean;
  /** Whether the shop's users are the sandbox's users. */
  hasSandbox: boolean;
}

/** The page of a signed-out visitor, with the sign-in button and a list of users to sign in as. */
export function Welcome({ language, words, isBeside, hasSandbox }: WelcomeProps) {
  return (
    <>
      <div class="columns">
        <section class="card hero">
          <h1>{words('welcome')}</h1>
          <p class="lead">{words('lead')}</p>
          <p class="actions">
            <a class="button" href="/auth/login?return_to=/">
              {words('log_in')}
            </a>
            {hasSandbox && !isBeside && (
              <a class="button-quiet" href="/sandbox/side-by-side">
                {words('beside_open')}
              </a>
            )}
          </p>
        </section>
        {hasSandbox && <UserList {...{ language, words }} />}
      </div>
      <p class="hint">{words('behind_gateway')}</p>
    </>
  );
}
