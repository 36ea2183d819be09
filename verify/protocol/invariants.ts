import type { CarrierKind, Held, State, World } from './state.ts';

/** The texts that the phone has shown to the user; undefined if the carrier doesn't report them. They are facts of this model, not rules of the product. */
const read: Record<CarrierKind, { automatic: boolean; account: boolean } | undefined> = {
  all: { automatic: true, account: true },
  less: { automatic: false, account: false },
  silent: undefined,
};

/**
 * The promise: a session implies an approval of what the phone showed, or an automatic login that the application's own link started. The
 * same holds for automatic login and for the page of all connections.
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
    // An https link leads only to the application. A relay that opens it on its own machine counts as the browser there.
    const isOwn = signIn.flow === 'browser' || (signIn.link === 'https' && holder !== 'hostile app');
    return isOwn ? undefined : 'an automatic login that the application’s own link did not start';
  }
  if (!signIn?.asked?.approved) return 'the phone did not approve it';
  if (signIn.holder !== holder) return 'the approval was for another flow';
  return linkFault(signIn.asked.way, holder);
}

function tapFault(
  { what, holder, of }: Held,
  { signIns }: State,
  { carrier, shownRequired, relayAbroad }: World,
  excepted: Set<string>,
): string | undefined {
  const asked = signIns[of]?.asked;
  if (!asked?.approved) return 'the phone did not approve it';
  if (what === 'automatic login' && !asked.automatic) return 'the request did not mention it';
  if (what === 'automatic login' && relayAbroad && holder === 'relay')
    return 'its browser is in another country than the phone';
  const told = read[carrier]?.[what === 'account' ? 'account' : 'automatic'];
  if (told === false) return 'the phone did not show it';
  if (told === undefined && shownRequired) return 'the carrier does not confirm that the phone showed it';
  if (told === undefined) excepted.add(`${what}, by a silent carrier`);
  return linkFault(asked.way, holder);
}

/** A link binds the phone that opens it to the browser that started the sign-in. A relay that forwards one must get nothing. */
const linkFault = (way: string, holder: string): string | undefined =>
  way === 'link' && holder === 'relay' ? 'a relay has forwarded a link' : undefined;
