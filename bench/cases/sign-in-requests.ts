import type { Call, HttpRequest } from '../runner/system.ts';
import { browserHeaders } from './requests.ts';

/** A sign-in as stubs/sign-ins.ts makes it, and its id. */
interface MadeSignIn {
  cookie: string;
  phoneNo: string;
  terms: string;
  id: string;
}

let next = 1_000_000;

/** Sign-ins in a state, each of a different user. @param state a path of stubs/sign-ins.ts. */
export async function signIns(call: Call, state: string, count: number): Promise<MadeSignIn[]> {
  const answer = await call('mint', `/${state}?n=${count}&first=${next}`);
  next += count;
  return ((await answer.json()) as string[]).map((text) => {
    const made = JSON.parse(text) as Omit<MadeSignIn, 'id'>;
    const [, id = ''] = /plid-sign-in-([\w-]+)=/.exec(made.cookie) ?? [];
    return { ...made, id };
  });
}

const inBrowser = ({ cookie }: MadeSignIn, more: Record<string, string> = {}) => ({
  ...browserHeaders,
  'Sec-Fetch-Site': 'same-origin',
  Cookie: cookie,
  ...more,
});

export const openWaitingPage = (signIn: MadeSignIn): HttpRequest => ({
  path: `/oauth2/authorize/wait?flow=${signIn.id}`,
  headers: inBrowser(signIn),
});

/** The question of the page's script. */
export const askStatus = (signIn: MadeSignIn): HttpRequest => ({
  path: `/oauth2/authorize/status?flow=${signIn.id}`,
  headers: inBrowser(signIn, {
    Accept: '*/*',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    Prefer: 'wait=10',
  }),
});

const sendForm = (signIn: MadeSignIn, step: string, fields: Record<string, string>): HttpRequest => ({
  method: 'POST',
  path: `/oauth2/authorize/${step}`,
  headers: inBrowser(signIn, { 'Content-Type': 'application/x-www-form-urlencoded' }),
  body: `${new URLSearchParams({ flow: signIn.id, ...fields })}`,
});

export const submitting = (signIn: MadeSignIn): HttpRequest =>
  sendForm(signIn, 'sign-in', { name: '김하나', phoneNo: signIn.phoneNo, telcoCd: 'S' });

export const agreeing = (signIn: MadeSignIn): HttpRequest =>
  sendForm(signIn, 'consent', { terms: signIn.terms });
