import type { Page } from 'playwright-core';
import { words as demoWords } from '../../../sandbox/demo/demo-texts.ts';
import { en as sandboxEn } from '../../../sandbox/texts/sandbox-en.ts';
import { ko as sandboxKo } from '../../../sandbox/texts/sandbox-ko.ts';
import type { Language } from '../../../workers/core/http/language.ts';
import { userAttributeTexts } from '../../../workers/core/protocol/attribute-texts.ts';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { gatewayFailureTexts } from '../../../workers/gateway/errors/failure-texts.ts';
import { gatewayTexts as gatewayWords } from '../../../workers/gateway/errors/gateway-texts.ts';
import { partyLogoutTexts } from '../../../workers/gateway/features/openid/party-logout-texts.ts';
import { accountTexts as accountWords } from '../../../workers/service/features/account-page/account-texts.ts';
import { startTexts } from '../../../workers/service/features/app-start/start-texts.ts';
import { logoutTexts } from '../../../workers/service/features/openid/logout-texts.ts';
import { passkeyListTexts } from '../../../workers/service/features/passkeys/passkey-list-texts.ts';
import { passkeyTexts } from '../../../workers/service/features/passkeys/passkey-texts.ts';
import { reviewTexts } from '../../../workers/service/features/reviewers/review-texts.ts';
import { currentConsentTexts } from '../../../workers/service/sign-in/texts/consent-texts.ts';
import { signInTexts as signInWords } from '../../../workers/service/sign-in/texts/index.ts';

interface Texts {
  [name: string]: string | Texts;
}

/** Every text of the pages, by its place in the source: `gateway.failures.flow_used.title`. */
export function pageTexts(language: Language): [name: string, text: string][] {
  const catalogues = {
    signIn: signInWords[language],
    consent: currentConsentTexts(language),
    review: reviewTexts[language],
    passkeys: passkeyTexts[language],
    passkeyList: passkeyListTexts[language],
    start: startTexts[language],
    account: accountWords[language],
    logout: logoutTexts[language],
    partyLogout: partyLogoutTexts[language],
    gateway: { ...gatewayWords[language], failures: failureTexts(language) },
    attributes: Object.fromEntries(attributes.map((name) => [name, userAttributeTexts(language, name)])),
    sandbox: { ko: sandboxKo, en: sandboxEn }[language],
    demo: demoWords[language],
  };
  return leavesOf('', catalogues as unknown as Texts);
}

const failureTexts = (language: Language) =>
  Object.fromEntries(
    Object.entries(gatewayFailureTexts).map(([reason, [title, en, ko]]) => [
      reason,
      { title: title[language], text: { en, ko }[language] },
    ]),
  );

const leavesOf = (path: string, texts: Texts): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text] as [string, string]] : leavesOf(`${path}${name}.`, text),
  );

/** Whether a text was read, whatever its `{…}` were filled in with. */
export function isRead(text: string, read: string): boolean {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.{1,80}?')).test(read);
}

/**
 * Everything that a page says: its title, its text, and the attributes for screen readers and scripts.
 * @param html as it was sent, with the parts for browsers without scripts.
 */
export const textsOf = (page: Page, html: string): Promise<string> =>
  page.evaluate((sent) => {
    const clean = (text: string | null) => text?.replaceAll(/\s+/g, ' ').trim() ?? '';
    const documents = [document, new DOMParser().parseFromString(sent, 'text/html')];
    const elements = documents.flatMap((shown) => [...shown.querySelectorAll('title, body :not(script)')]);
    const attributes = elements.flatMap((element) => [...element.attributes].map(({ value }) => value));
    return [...new Set([...elements.map(({ textContent }) => clean(textContent)), ...attributes])].join('\n');
  }, html);
