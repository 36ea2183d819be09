import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Held, type Json, type Question, RightCarrier, unregistered } from './right-carrier.ts';

/** A carrier that gets one thing wrong. */
export interface WrongCarrier {
  wrong: string;
  /** The section to try, and the case that finds the fault. */
  section: string;
  found: RegExp;
  make: new () => RightCarrier;
  /** For one answer, in seconds; that of the service where it is left out. */
  timeout?: number;
}

/** Changes an answer that has this status. */
const changed = (answer: Json | number, status: string, change: (answer: Json) => Json): Json | number =>
  typeof answer !== 'number' && answer.status === status ? change(answer) : answer;

/** A carrier whose answers of one call and status are changed. */
const changing = (call: string, status: string, change: (answer: Json) => Json) =>
  class extends RightCarrier {
    override async answer(asked: string, body: string) {
      const answer = await super.answer(asked, body);
      return asked === call ? changed(answer, status, change) : answer;
    }
  };

/** A carrier whose identities are changed. */
const knowing = (change: (identity: Json) => Json) =>
  changing('outcome', 'approved', (answer) => ({ ...answer, identity: change(answer.identity as Json) }));

const opening = (addresses: Json) =>
  class extends RightCarrier {
    override open() {
      return addresses;
    }
  };

const refusals: WrongCarrier[] = [
  {
    wrong: 'believes any token',
    section: 'credentials',
    found: /wrong token.*status 401 or 403 for confirm/,
    make: class extends RightCarrier {
      override isService(authorization: string | undefined) {
        return authorization?.startsWith('Bearer ') === true;
      }
    },
  },
  {
    wrong: 'needs no token',
    section: 'credentials',
    found: /without a token.*status 401 or 403 for confirm/,
    make: class extends RightCarrier {
      override isService(authorization: string | undefined) {
        return authorization === undefined || super.isService(authorization);
      }
    },
  },
  {
    wrong: 'answers every address',
    section: 'credentials',
    found: /an unknown call returns 404 or 501.*status 404 or 501, came status 200/,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        const answer = await super.answer(call, body);
        return answer === 404 ? { status: 'done' } : answer;
      }
    },
  },
  {
    wrong: 'breaks at a body that it cannot read',
    section: 'confirm',
    found: /status 400 for a body without id, came status 500/,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        const answer = await super.answer(call, body);
        return answer === 400 ? 500 : answer;
      }
    },
  },
];

const confirmations: WrongCarrier[] = [
  {
    wrong: 'confirms a wrong network',
    section: 'confirm',
    found: /a different network.*status unconfirmed, came status requested/,
    make: class extends RightCarrier {
      override find(question: Question) {
        return super.find({ ...question, telcoCd: 'S' });
      }
    },
  },
  {
    wrong: 'confirms any name',
    section: 'confirm',
    found: /an unknown name is unconfirmed.*came status requested/,
    make: class extends RightCarrier {
      override find(question: Question) {
        const found = super.find({ ...question, name: '김하나' });
        return super.find(question) ?? found;
      }
    },
  },
  {
    wrong: 'reports for an unknown name that a number has no app',
    section: 'confirm',
    found: /without the app is unconfirmed if the name is unknown.*came status unregistered/,
    make: class extends RightCarrier {
      override find(question: Question) {
        return question.phoneNo === unregistered.phoneNo ? unregistered : super.find(question);
      }
    },
  },
  {
    wrong: 'asks the phone of a number without the app',
    section: 'confirm',
    found: /without the app is unregistered.*came status requested/,
    make: changing('confirm', 'unregistered', () => ({ status: 'requested', requestId: 'r-1' })),
  },
  {
    wrong: 'knows no customers of an MVNO',
    section: 'confirm',
    found: /an MVNO customer.*came status unconfirmed/,
    make: class extends RightCarrier {
      override find(question: Question) {
        return question.mvno ? undefined : super.find(question);
      }
    },
  },
  {
    wrong: 'refuses fields that it does not know',
    section: 'confirm',
    found: /unknown fields are ignored.*came status 400/,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        return body.includes('"later"') ? 400 : super.answer(call, body);
      }
    },
  },
  {
    wrong: 'writes request_id',
    section: 'confirm',
    found: /the field requestId, came the field request_id/,
    make: changing('confirm', 'requested', ({ requestId, ...answer }) => ({
      ...answer,
      request_id: requestId,
    })),
  },
  {
    wrong: 'has spaces in its request ids',
    section: 'confirm',
    found: /requestId in the format of/,
    make: class extends RightCarrier {
      override requestIdOf(id: string) {
        return `request ${id}`;
      }
    },
  },
  {
    wrong: 'shows parts of its own',
    section: 'confirm',
    found: /shown in the format of/,
    make: changing('confirm', 'requested', (answer) => ({ ...answer, shown: ['application', 'colour'] })),
  },
  {
    wrong: 'opens addresses that run a script',
    section: 'confirm',
    found: /in open\.web, came an address that starts with javascript:/,
    make: opening({ web: 'javascript:alert(1)' }),
  },
  {
    wrong: 'hides a script in an intent',
    section: 'confirm',
    found: /open\.android, came an address that starts with javascript:/,
    make: opening({ android: 'intent://x#Intent;scheme=javascript;package=com.carrier.app;end' }),
  },
  {
    wrong: 'opens addresses over plain http',
    section: 'confirm',
    found: /https in open\.web/,
    make: opening({ web: 'http://app.carrier.example/1' }),
  },
  {
    wrong: 'opens one address for all requests',
    section: 'confirm',
    found: /a different address in `open` for each request, came the same/,
    make: opening({ web: 'https://app.carrier.example/' }),
  },
  {
    wrong: 'answers with a page',
    section: 'confirm',
    found: /Content-Type application\/json, came text\/html/,
    make: class extends RightCarrier {
      override async fetch(...asked: Parameters<RightCarrier['fetch']>) {
        const { status } = await super.fetch(...asked);
        return new Response('<h1>Welcome</h1>', { status, headers: { 'Content-Type': 'text/html' } });
      }
    },
  },
  {
    wrong: 'is slower than the service waits',
    section: 'confirm',
    found: /a complete response to confirm within 0\.2 s/,
    timeout: 0.2,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        if (body !== '{}') await wait(400);
        return super.answer(call, body);
      }
    },
  },
];

/** Takes whatever body it cannot read for a question that it knows. */
const readsNothing = class extends RightCarrier {
  override async answer(call: string, body: string) {
    const answer = await super.answer(call, body);
    return answer === 400 ? { status: 'done' } : answer;
  }
};
const careless = ['outcome', 'cancel', 'start', 'notify'].map((section) => ({
  wrong: `takes any body for a question of ${section}`,
  section,
  found: /a body .* is rejected.*status 400 for .*, came status 200/,
  make: readsNothing,
}));

const repeated: WrongCarrier[] = [
  {
    wrong: 'looks for an id, and remembers it later',
    section: 'again',
    found: /two simultaneous identical confirms.*one requestId for one id, came two/,
    make: class extends RightCarrier {
      readonly #known = new Map<string, Json | number>();
      override async answer(call: string, body: string) {
        const known = this.#known.get(body);
        if (call !== 'confirm' || known !== undefined) return known ?? super.answer(call, body);
        await wait(20);
        const answer = await super.answer(call, body);
        this.#known.set(body, answer);
        return answer;
      }
      override requestIdOf() {
        return `r-${crypto.randomUUID()}`;
      }
    },
  },
  {
    wrong: 'asks again for a different confirm with the same id',
    section: 'again',
    found: /a different confirm with the same id.*status 400 for a different confirm/,
    make: class extends RightCarrier {
      override hold(...[question, phoneNo, match]: Parameters<RightCarrier['hold']>) {
        return super.hold({ ...question, id: JSON.stringify(question) }, phoneNo, match);
      }
      override requestIdOf(id: string) {
        return `r-${createHash('sha256').update(id).digest('hex')}`;
      }
    },
  },
  {
    wrong: 'rings twice for one id',
    section: 'again',
    found:
      /a repeated confirm returns the same request.*1 requests on the phone, came 3 requests on the phone/,
    make: class extends RightCarrier {
      override hold(...asked: Parameters<RightCarrier['hold']>) {
        const known = this.requests.size;
        const held = super.hold(...asked);
        if (held !== undefined && this.requests.size === known) this.ring(held.requestId);
        return held;
      }
    },
  },
  {
    wrong: 'makes a new request each time',
    section: 'again',
    found: /the same requestId for the same id, came another one/,
    make: class extends RightCarrier {
      override requestIdOf() {
        return `r-${crypto.randomUUID()}`;
      }
    },
  },
  {
    wrong: 'asks again after the answer',
    section: 'again',
    found: /after the answer doesn't prompt the phone again.*0 requests on the phone, came 1/,
    make: class extends RightCarrier {
      override hold(...asked: Parameters<RightCarrier['hold']>) {
        const held = super.hold(...asked);
        if (held !== undefined) held.status = 'pending';
        return held;
      }
    },
  },
  {
    wrong: 'has one request for a number',
    section: 'again',
    found: /a different requestId for a different id, came the same/,
    make: class extends RightCarrier {
      override requestIdOf() {
        return 'r-one';
      }
      override hold(...[question, phoneNo, match]: Parameters<RightCarrier['hold']>) {
        this.requests.delete('r-one');
        return super.hold(question, phoneNo, match);
      }
    },
  },
];

const outcomes: WrongCarrier[] = [
  {
    wrong: 'approves a wrong digit',
    section: 'outcome',
    found: /tapping a wrong number.*outcome denied, came outcome approved/,
    make: class extends RightCarrier {
      override isMatch() {
        return true;
      }
    },
  },
  {
    wrong: 'approves whatever digits are typed',
    section: 'outcome',
    found: /typing wrong digits.*outcome denied, came outcome approved/,
    make: class extends RightCarrier {
      override isMatch(...asked: Parameters<RightCarrier['isMatch']>) {
        return asked[0] === 'type' || super.isMatch(...asked);
      }
    },
  },
  {
    wrong: 'does not say that a number was wrong',
    section: 'outcome',
    found: /why: wrong_number/,
    make: changing('outcome', 'denied', () => ({ status: 'denied' })),
  },
  {
    wrong: 'calls every denial a wrong number',
    section: 'outcome',
    found: /a denial other than a wrong number/,
    make: changing('outcome', 'denied', (answer) => ({ ...answer, why: 'wrong_number' })),
  },
  {
    wrong: 'returns the identity of another number',
    section: 'outcome',
    found: /the identity of the prompted number, came another number/,
    make: knowing((identity) => ({ ...identity, phoneNo: unregistered.phoneNo })),
  },
  {
    wrong: 'returns another network than the requested one',
    section: 'outcome',
    found: /telcoCd of the prompted network/,
    make: knowing((identity) => ({ ...identity, telcoCd: 'L' })),
  },
  {
    wrong: 'forgets an approval after the first look',
    section: 'outcome',
    found: /each time the outcome is requested.*outcome approved, came outcome expired/,
    make: class extends RightCarrier {
      override outcome(requestId: string) {
        const answer = super.outcome(requestId);
        if (answer.status === 'approved') this.requests.delete(requestId);
        return answer;
      }
    },
  },
  {
    wrong: 'forgets an approval when the request would have ended',
    section: 'outcome',
    found: /read for 10 minutes.*came outcome expired/,
    make: class extends RightCarrier {
      override hasExpired({ ends }: Held) {
        return ends <= this.now();
      }
    },
  },
  {
    wrong: 'is pending for ever after a denial',
    section: 'outcome',
    found: /a denial is reported as denied.*outcome denied, came outcome pending/,
    make: changing('outcome', 'denied', () => ({ status: 'pending' })),
  },
  {
    wrong: 'lets a denial be taken back',
    section: 'outcome',
    found: /a denial is final.*outcome denied, came outcome approved/,
    make: class extends RightCarrier {
      override async tap(...asked: Parameters<RightCarrier['tap']>) {
        const held = this.requests.get(asked[1]);
        if (held?.status === 'denied' && asked[0] === 'approve') held.status = 'approved';
        else await super.tap(...asked);
      }
    },
  },
  {
    wrong: 'responds to a number instead of a request ID',
    section: 'outcome',
    found: /out of order.*outcome pending or cancelled, came outcome approved/,
    make: class extends RightCarrier {
      override async tap(...asked: Parameters<RightCarrier['tap']>) {
        await super.tap(...asked);
        const { status } = this.requests.get(asked[1]) ?? {};
        for (const held of this.requests.values())
          if (held.status === 'pending' && status !== undefined) held.status = status;
      }
    },
  },
  {
    wrong: 'knows nothing of a request that it does not know',
    section: 'outcome',
    found: /an unknown request is reported as expired.*came outcome pending/,
    make: changing('outcome', 'expired', () => ({ status: 'pending' })),
  },
  {
    wrong: 'needs the name of the sign-in',
    section: 'outcome',
    found: /signIn may be missing.*status 200, came status 403/,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        return call === 'outcome' && !body.includes('"signIn"') ? 403 : super.answer(call, body);
      }
    },
  },
  {
    wrong: 'writes the gender out',
    section: 'outcome',
    found: /gender in the format of/,
    make: knowing((identity) => ({ ...identity, gender: 'female' })),
  },
  {
    wrong: 'writes a birthday with hyphens',
    section: 'outcome',
    found: /birthdate in the format of/,
    make: knowing((identity) => ({ ...identity, birthdate: '1990-01-01' })),
  },
  {
    wrong: 'writes the number with hyphens',
    section: 'outcome',
    found: /phoneNo in the format of/,
    make: knowing((identity) => ({ ...identity, phoneNo: '010-1234-5678' })),
  },
  {
    wrong: 'returns the country of a phone in words',
    section: 'outcome',
    found: /country in the format of/,
    make: changing('outcome', 'approved', (answer) => ({
      ...answer,
      phone: { country: 'Korea', network: 'SKT' },
    })),
  },
];

/** Two starts with different ids that share one value. */
const sharedByStarts: WrongCarrier[] = [
  { name: 'requestId', value: 'r-one', found: /a different requestId for a different id, came the same/ },
  {
    name: 'open',
    value: { web: 'https://app.carrier.example/' },
    found: /a different address in open for a different id, came the same/,
  },
  {
    name: 'code',
    value: 'code-of-all-the-starts',
    found: /a different code for a different id, came the same/,
  },
  {
    name: 'digits',
    value: '123456',
    found: /a different code and different digits for a different id, came/,
  },
].map(({ name, value, found }) => ({
  wrong: `has the same ${name} for all starts`,
  section: 'start',
  found,
  make: changing('start', 'started', (answer) => ({ ...answer, [name]: value })),
}));

const ends: WrongCarrier[] = [
  {
    wrong: 'believes expires and its own clock',
    section: 'expiry',
    found: /five minutes behind the carrier's clock.*outcome pending, came outcome expired/,
    make: class extends RightCarrier {
      override endOf(question: Question) {
        return question.expires;
      }
    },
  },
  {
    wrong: 'waits for the later one of both ends',
    section: 'expiry',
    found: /five minutes ahead of the carrier's clock.*outcome expired, came outcome pending/,
    make: class extends RightCarrier {
      override endOf(question: Question) {
        return Math.max(question.expires, super.endOf(question));
      }
    },
  },
  {
    wrong: 'has a lifetime of its own',
    section: 'expiry',
    found: /a request expires after expiresIn seconds.*outcome expired, came outcome pending/,
    make: class extends RightCarrier {
      override endOf() {
        return this.now() + 180;
      }
    },
  },
  {
    wrong: 'takes an answer behind the end',
    section: 'expiry',
    found: /after expiry is ignored.*outcome expired, came outcome approved/,
    make: class extends RightCarrier {
      override async tap(...[action, requestId, digits]: Parameters<RightCarrier['tap']>) {
        const held = this.requests.get(requestId);
        if (held !== undefined) held.ends = this.now() + 120;
        await super.tap(action, requestId, digits);
      }
    },
  },
  {
    wrong: 'cancels nothing',
    section: 'cancel',
    found: /a cancelled request ends.*outcome cancelled or expired, came outcome pending/,
    make: class extends RightCarrier {
      override cancel() {
        return { status: 'done' };
      }
    },
  },
  {
    wrong: 'takes an answer behind cancel',
    section: 'cancel',
    found: /after the cancellation is ignored.*came outcome approved/,
    make: class extends RightCarrier {
      override async tap(...[action, requestId, digits]: Parameters<RightCarrier['tap']>) {
        const held = this.requests.get(requestId);
        if (held?.status === 'cancelled') held.status = 'pending';
        await super.tap(action, requestId, digits);
      }
    },
  },
  {
    wrong: 'fails where there is nothing to cancel',
    section: 'cancel',
    found: /cancel succeeds for an unknown request.*status 200, came status 409/,
    make: class extends RightCarrier {
      override async answer(call: string, body: string) {
        return body.includes('r-of-nobody') ? 409 : super.answer(call, body);
      }
    },
  },
  {
    wrong: 'cancels whatever is on the phone',
    section: 'cancel',
    found: /leaves another request for the same number open.*outcome pending, came outcome cancelled/,
    make: class extends RightCarrier {
      override cancel(requestId: string) {
        for (const held of this.requests.keys()) super.cancel(held);
        return super.cancel(requestId);
      }
    },
  },
  {
    wrong: 'starts with one code for all',
    section: 'start',
    found: /a different code and different digits for a different id, came the same/,
    make: changing('start', 'started', (answer) => ({ ...answer, code: 'code-of-everybody' })),
  },
  {
    wrong: 'starts with a new code each time',
    section: 'start',
    found: /a repeated start.*the same response for the same id/,
    make: changing('start', 'started', (answer) => ({ ...answer, code: crypto.randomUUID() })),
  },
  {
    wrong: 'rings a phone for a start',
    section: 'start',
    found: /doesn't prompt the phone.*0 requests on the phone, came 1/,
    make: class extends RightCarrier {
      override hold(...asked: Parameters<RightCarrier['hold']>) {
        const held = super.hold(...asked);
        if (asked[1] === '' && held !== undefined) this.ring(held.requestId);
        return held;
      }
    },
  },
  {
    wrong: 'says done to a notice',
    section: 'notify',
    found: /status taken, came/,
    make: changing('notify', 'taken', () => ({ status: 'done' })),
  },
];

const calling = (init: (requestId: string, held: Held | undefined) => [path: string, init: RequestInit]) =>
  class extends RightCarrier {
    override async callBack(requestId: string) {
      const [path, request] = init(requestId, this.requests.get(requestId));
      await fetch(new URL(path, this.callsAt), { method: 'POST', ...request });
    }
  };
const right = { Authorization: 'Bearer the-token-of-the-carrier' };

const calls: WrongCarrier[] = [
  {
    wrong: 'says that it calls, and does not',
    section: 'answered',
    found: /with the requestId within 2 s, came none/,
    make: class extends RightCarrier {
      override async callBack() {
        // It makes no call.
      }
    },
  },
  {
    wrong: 'calls with the token of the service',
    section: 'answered',
    found: /Bearer with the token from PLID_CARRIER_CALLS_TOKEN/,
    make: calling((requestId) => [
      '/carrier/answered',
      {
        headers: { Authorization: 'Bearer the-token-of-the-service' },
        body: JSON.stringify({ requestId }),
      },
    ]),
  },
  {
    wrong: "calls with the user's answer",
    section: 'answered',
    found: /only requestId and telcoCd in the call, came phoneNo, status/,
    make: calling((requestId, held) => [
      '/carrier/answered',
      {
        headers: right,
        body: JSON.stringify({ requestId, phoneNo: held?.phoneNo, status: held?.status }),
      },
    ]),
  },
  {
    wrong: 'calls another address',
    section: 'answered',
    found: /POST \/carrier\/answered, came POST \/answered/,
    make: calling((requestId) => ['/answered', { headers: right, body: JSON.stringify({ requestId }) }]),
  },
];

/** Carriers with one fault each. */
export const wrongCarriers: readonly WrongCarrier[] = [
  ...refusals,
  ...confirmations,
  ...careless,
  ...repeated,
  ...outcomes,
  ...sharedByStarts,
  ...ends,
  ...calls,
];
