import type { CarrierKind, Held, State, World } from './state.ts';

/** The text that the person can have read on the phone; undefined if no carrier tells. It is the truth of this model, no rule of the product. */
const read: Record<CarrierKind, { automatic: boolean; account: boolean } | undefined> = {
  all: { automatic: true, account: true },
  less: { automatic: false, account: false },
  silent: undefined,
};

/**
 * The promise: a session implies a tap that was told of it, or an automatic login begun by the application's own link; so do automatic login
 * and the page of all connections.
 * @param excepted gets the names of what a silent carrier is trusted with. @returns the fault in words.
 */
export function violatedInvariant(state: State, world: World, excepted: Set<string>): string | undefined {
  for (const one of state.held) {
    const fault = one.what === 'session' ? sessionFault(one, state) : tapFault(one, state, world, excepted);
    if (fault !== undefined) return `BROKEN: ${one.holder} has ${one.what}: ${fault}`;
  }
  return undefined;
}

function sessionFault({ holder, of }: Held, { signIns }: State): string | undefined {
  const signIn = signIns[of];
  if (signIn?.code === 'automatic login') {
    // An https link leads to the application alone. A relay that has it opened on its own machine stands for the browser there.
    const isOwn = signIn.flow === 'browser' || (signIn.link === 'https' && holder !== 'hostile app');
    return isOwn ? undefined : 'an automatic login that the application’s own link did not begin';
  }
  if (!signIn?.asked?.approved) return 'nobody has tapped';
  if (signIn.holder !== holder) return 'the tap was for another one’s flow';
  return linkFault(signIn.asked.way, holder);
}

function tapFault(
  { what, holder, of }: Held,
  { signIns }: State,
  { carrier, shownRequired, relayAbroad }: World,
  excepted: Set<string>,
): string | undefined {
  const asked = signIns[of]?.asked;
  if (!asked?.approved) return 'nobody has tapped';
  if (what === 'automatic login' && !asked.automatic) return 'the question did not speak of it';
  if (what === 'automatic login' && relayAbroad && holder === 'relay')
    return 'its browser is in another country than the phone';
  const told = read[carrier]?.[what === 'account' ? 'account' : 'automatic'];
  if (told === false) return 'the phone did not show it';
  if (told === undefined && shownRequired) return 'nobody says that the phone has shown it';
  if (told === undefined) excepted.add(`${what}, by a silent carrier`);
  return linkFault(asked.way, holder);
}

/** A link ties the phone that opens it to the browser that began: a relay that sends one on must get nothing. */
const linkFault = (way: string, holder: string): string | undefined =>
  way === 'link' && holder === 'relay' ? 'a relay has sent a link on' : undefined;
