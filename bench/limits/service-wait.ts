import { json } from './answers.ts';
import { copiedPage, noPowers } from './page-template.ts';
import { type Opened, outcomeOf } from './service-sign-in.ts';

/** The page that waits for the phone, and the question of its script. */

export const waitingTemplate = copiedPage();

const clock = new Intl.DateTimeFormat('ko', { timeStyle: 'short', timeZone: 'Asia/Seoul' });

export async function wait(opened: Opened): Promise<Response> {
  const { status } = await outcomeOf(opened);
  const { signIn, now, id, name, url } = opened;
  const { p } = signIn;
  if (status !== 'pending' || p === undefined)
    throw new Error(`The case has a phone that waits, not: ${status}`);
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
  const left = p.f + 120 - now;
  const body = waitingTemplate.fill({
    ...{ nonce, id, name, letters: [...name].join(' '), digits: p.n.slice(-4) },
    ...{
      seconds: String(signIn.e - now),
      left: String(left),
      look: String(left - 10),
      help: String(left - 20),
    },
    clock: clock.format((p.f + 120) * 1000),
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self' wss://${url.host}; img-src data:; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; frame-ancestors 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': noPowers,
      'X-Frame-Options': 'DENY',
    },
  });
}

export async function showStatus(opened: Opened): Promise<Response> {
  const { status } = await outcomeOf(opened);
  return json({ status: status === 'cancelled' ? 'denied' : status });
}
