import type { Rules } from './rules.ts';
import {
  type Asked,
  type Browser,
  type Held,
  type Holder,
  type Link,
  links,
  type SignIn,
  type State,
  type Step,
  type World,
  ways,
} from './state.ts';

/** Of sign-ins in one search: two, so that what the first leaves behind is used in the second, and mixed up with it. */
const maxSignIns = 2;

/** Everything that can happen next: the user approves every request, and the attackers do everything that no rule stops. */
export function* stepsFrom(state: State, world: World, rules: Rules): Generator<Step> {
  if (state.signIns.length < maxSignIns) yield* beginnings(state, rules);
  for (const [place, signIn] of state.signIns.entries()) {
    const go: Go = (says, change, got = []) => ({
      says: `${place + 1}: ${says}`,
      state: changed(state, place, { ...signIn, ...change }, got),
    });
    if (signIn.spent) continue;
    const { asked } = signIn;
    if (signIn.code !== undefined) yield* exchanges(state, place, rules, go);
    else if (asked === undefined) yield* firstSteps(state, signIn, rules, go);
    else if (!asked.approved) yield approval(asked, go);
    else {
      const known = (from: Browser) => state.signIns.some(({ code, browser }) => code && browser === from);
      const givenTo: Given = (from) => rules.given(world, asked, from, known(from));
      yield* completions(signIn, asked, givenTo, rules, go);
    }
  }
}

type Given = (from: Browser) => ReturnType<Rules['given']>;
type Got = Omit<Held, 'of'>[];
type Go = (says: string, change: Partial<SignIn>, got?: Got) => Step;

function changed({ signIns, held }: State, place: number, signIn: SignIn, got: Got): State {
  return {
    signIns: signIns.with(place, signIn),
    held: [...held, ...got.map((one) => ({ ...one, of: place }))],
  };
}

/** The owners of an app's flow, and the browser that its address is opened in. */
const appFlows: [Holder, Browser][] = [
  ['own app', 'user'],
  ['hostile app', 'user'],
  ['relay', 'relay'],
];

/** A flow begins. A hostile app, and a relay, may drop `prompt` from the address that they were given. */
function* beginnings(state: State, rules: Rules): Generator<Step> {
  for (const browser of ['relay', 'user'] as const) {
    yield begun(state, { flow: 'browser', holder: browser, browser, prompt: false });
    yield begun(state, { flow: 'account', holder: browser, browser, prompt: true });
  }
  for (const [holder, browser] of appFlows) {
    for (const link of Object.keys(links) as Link[]) {
      const prompt = rules.needsFullSignIn(links[link]);
      yield begun(state, { flow: 'app', holder, browser, link, prompt });
      if (prompt && holder !== 'own app')
        yield begun(state, { flow: 'app', holder, browser, link, prompt: false });
    }
  }
}

function begun({ signIns, held }: State, signIn: SignIn): Step {
  const { flow, holder, browser, link, prompt } = signIn;
  const about = [flow, ...(link ? [`${link} link`] : []), ...(prompt ? ['prompt=login'] : [])].join(', ');
  const says = `${signIns.length + 1}: ${holder} begins a flow in the browser of the ${browser} (${about})`;
  return { says, state: { signIns: [...signIns, signIn], held } };
}

/** The browser logs in automatically, or the phone is asked: in each way, with automatic login chosen on the form and without. */
function* firstSteps({ held }: State, signIn: SignIn, rules: Rules, go: Go): Generator<Step> {
  const { flow, browser, prompt } = signIn;
  const isAutomatic = held.some(({ what, holder }) => what === 'automatic login' && holder === browser);
  if (isAutomatic && rules.mayBeAutomatic(signIn)) {
    const got: Got = flow === 'account' ? [{ what: 'account', holder: browser }] : [];
    yield go('the browser logs in automatically', { code: 'automatic login' }, got);
  }
  for (const way of ways)
    for (const automatic of prompt ? [false] : [false, true])
      yield go(`the phone is asked by ${way}${automatic ? ', for automatic login as well' : ''}`, {
        asked: { way, automatic, approved: false },
      });
}

/** The user approves every request: a number that was read out to them, or a link or a code that was forwarded. */
const approval = (asked: Asked, go: Go): Step =>
  asked.way === 'link'
    ? go('the user approves, and the app returns to their browser', {
        asked: { ...asked, approved: true, returned: 'user' },
      })
    : go('the user approves', { asked: { ...asked, approved: true } });

/** A browser continues an approved sign-in. Its consent page may post that it wants automatic login, even if the request did not mention it. */
function* completions(signIn: SignIn, asked: Asked, givenTo: Given, rules: Rules, go: Go): Generator<Step> {
  const { browser, flow } = signIn;
  for (const from of ['user', 'relay'] as const) {
    if (!rules.mayComplete(asked, from, browser)) continue;
    const holder = from === browser ? signIn.holder : from;
    const given = givenTo(from);
    if (flow === 'account') {
      const got: Got = [{ what: 'account', holder }];
      if (given.account) yield go('the page of all connections opens', { code: 'tap', spent: true }, got);
      continue;
    }
    yield go(`the browser of the ${from} gets a code`, { code: 'tap' });
    if (given.automaticLogin)
      yield go(`the browser of the ${from} gets a code, and automatic login`, { code: 'tap' }, [
        { what: 'automatic login', holder: from },
      ]);
  }
}

/** A code becomes a session: of a flow whose holder it has reached, and that takes it. */
function* exchanges({ signIns }: State, place: number, rules: Rules, go: Go): Generator<Step> {
  const code = signIns[place] as SignIn;
  for (const [at, { flow, holder, link }] of signIns.entries()) {
    if (flow === 'account' || !reached(code).includes(holder) || !rules.takes(at, place)) continue;
    const isRefused = code.code === 'automatic login' && link && rules.isFullDemanded(links[link]);
    if (!isRefused) yield go(`${holder} exchanges the code`, { spent: true }, [{ what: 'session', holder }]);
  }
}

/** The readers of a code: any app on the phone can read it from a scheme, and only one app from an https link. */
function reached({ flow, link, browser, holder }: SignIn): Holder[] {
  if (flow !== 'app') return [holder];
  if (browser === 'relay') return ['relay'];
  return link === 'https' ? ['own app'] : ['own app', 'hostile app'];
}
