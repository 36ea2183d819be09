import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { discover, pathTo, relyingPartyOf, requestOf } from '../relying-party.ts';

/** Cases of the certification plan Form Post OP that need no browser. */
const section = 'Form Post OP';
const needs = 'a relying party';

export const formPostCases: Case[] = [
  {
    section,
    statement: 'oidcc-discovery-endpoint-verification: the discovery document lists form_post',
    needs,
    async run(target) {
      const { response_modes_supported: modes } = await discover(target);
      const isListed = Array.isArray(modes) && modes.includes('form_post');
      expectThat(isListed, 'response_modes_supported with form_post', shown(modes));
    },
  },
  {
    section,
    statement: 'oidcc-prompt-none-not-logged-in: a page posts the error to the callback',
    needs,
    async run(target) {
      const query = requestOf(target, { prompt: 'none', response_mode: 'form_post' });
      const path = await pathTo(target, 'authorization_endpoint');
      const answer = await target.send({ path, query, headers: { Accept: 'text/html' } });
      const { redirectUri } = relyingPartyOf(target);
      const isForm = answer.status === 200 && answer.text.includes(`action="${redirectUri}"`);
      expectThat(isForm, `a page with a form for ${redirectUri}`, answer);
      for (const value of ['login_required', String(query.state)])
        expectThat(answer.text.includes(`value="${value}"`), `a field with ${value}`, 'none');
    },
  },
];
