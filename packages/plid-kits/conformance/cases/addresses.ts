import { type Answer, send } from '../../test-suite/http-response.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { expectRefusal } from '../expectations.ts';

const isLoopback = (hostname: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

export const endpointUrlCases: Case[] = [
  {
    section: '1',
    statement: 'the endpoints are served only over https (except on loopback)',
    async run(target) {
      const { protocol, hostname } = new URL(target.url);
      if (isLoopback(hostname)) return;
      expectThat(protocol === 'https:', 'an https address', target.url);
      const plain = target.url.replace(/^https/, 'http');
      const query = target.authorizeQuery();
      const answer = await send(plain, 10, { path: '/oauth2/authorize', query }).catch(() => undefined);
      const isServed = (it: Answer) =>
        it.status < 300 || it.headers.get('Location')?.startsWith('http://') === true;
      expectThat(answer === undefined || !isServed(answer), 'no page over http', answer ?? '');
    },
  },
  ...['/oauth2/no-such-address', '/v1/user/no-such-address'].map(
    (path): Case => ({
      section: '7',
      statement: `an unknown path returns not_found: ${path}`,
      async run(target) {
        expectRefusal(await target.send({ path }), { error: 'not_found' });
      },
    }),
  ),
];
