import { signInName } from '../../workers/service/shared/sign-in-name.ts';
import type { Call, HttpRequest } from '../runner/system.ts';
import { authorize, redirect } from './service-requests.ts';
import { openWaitingPage, signIns } from './sign-in-requests.ts';

/** The pages that the limit takes from the product, so that both send the same. */

/** A text of the page, and the same with its holes marked (limits/page-template.ts). */
type Hole = readonly [text: string, marked: string];

const hole = (name: string): string => `{hole ${name}}`;

/** The parts of a page that name its sign-in. */
function namesOf(id: string): Hole[] {
  const name = signInName(id);
  return [
    [id, hole('id')],
    [[...name].join(' '), hole('letters')],
    [name, hole('name')],
  ];
}

async function copyPage(
  limit: Call,
  product: Call,
  of: 'sign-in' | 'wait',
  { path, headers = {} }: HttpRequest,
  holesIn: (page: string, answer: Response) => Hole[],
): Promise<void> {
  const https = { 'X-Forwarded-Proto': 'https' };
  const answer = await product('service-authorize', path, { headers: { ...headers, ...https } });
  const page = await answer.text();
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '') ?? [];
  const holes: Hole[] = [[nonce, hole('nonce')], ...holesIn(page, answer)];
  const body = holes.reduce((text, [found, marked]) => text.replaceAll(found, marked), page);
  await limit('limit', `/page?of=${of}`, { method: 'PUT', body, headers: https });
}

export const copySignInPage = (limit: Call, product: Call): Promise<void> =>
  copyPage(limit, product, 'sign-in', authorize(redirect), (_, { headers }) => {
    const [, id = ''] = /plid-sign-in-([\w-]+)=/.exec(headers.get('Set-Cookie') ?? '') ?? [];
    return namesOf(id);
  });

export async function copyWaitingPage(limit: Call, product: Call): Promise<void> {
  const [signIn] = await signIns(product, 'waiting', 1);
  if (signIn === undefined) throw new Error('No sign-in waits');
  await copyPage(limit, product, 'wait', openWaitingPage(signIn), (page) => {
    const [seconds = '', left = ''] = [...page.matchAll(/ data-seconds="(\d+)"/g)].map(([, text]) => text);
    const [, clock = ''] = /id="time-left"[^>]*>(\S+ \S+?)까지/.exec(page) ?? [];
    const digits = signIn.phoneNo.slice(-4);
    return [
      ...namesOf(signIn.id),
      [`끝자리가 ${digits}인`, `끝자리가 ${hole('digits')}인`],
      [`${clock}까지`, `${hole('clock')}까지`],
      [` data-seconds="${seconds}"`, ` data-seconds="${hole('seconds')}"`],
      [` data-seconds="${left}"`, ` data-seconds="${hole('left')}"`],
      [` data-left="${Number(left) - 10}"`, ` data-left="${hole('look')}"`],
      [` data-left="${Number(left) - 20}"`, ` data-left="${hole('help')}"`],
    ];
  });
}
