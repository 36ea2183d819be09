/** Browsers with cookies of the service: the user's own, and that of a relay, which shows the user every page it gets. */
export type Browser = 'user' | 'relay';
/** The holder of what a flow ends in: a browser by its cookie, an app by its verifier. */
export type Holder = Browser | 'own app' | 'hostile app';

/** The phones of a carrier show everything, or less (only the application), or the carrier doesn't report what they show. */
const carriers = ['all', 'less', 'silent'] as const;
export type CarrierKind = (typeof carriers)[number];

/** The settings that stay the same during a search. */
export interface World {
  carrier: CarrierKind;
  /** The setting SHOWN_REQUIRED. */
  shownRequired: boolean;
  /** Whether the relay's browser is in another country than the phone, and the carrier says in which the phone is. */
  relayAbroad: boolean;
}

export const worlds: World[] = carriers.flatMap((carrier) =>
  [true, false].map((shownRequired) => ({ carrier, shownRequired, relayAbroad: false })),
);
worlds.push({ carrier: 'all', shownRequired: true, relayAbroad: true });

export const ways = ['number', 'link', 'code'] as const;
/** Of an app's flow: an https link opens only one app, and any app on the phone may claim a scheme. */
export const links = { https: 'https://shop.example.com/signed-in', scheme: 'com.example.shop:/signed-in' };
export type Link = keyof typeof links;

/** The question that a phone was asked. */
export interface Asked {
  way: (typeof ways)[number];
  /** Whether it mentioned that an approval includes automatic login. */
  automatic: boolean;
  approved: boolean;
  /** The browser to which the carrier's app has led back, with the secret of a link. */
  returned?: Browser;
}

/** One sign-in, from its first address to its code. */
export interface SignIn {
  flow: 'browser' | 'account' | 'app';
  /** The holder that started the flow, and can end it. */
  holder: Holder;
  /** The browser that it runs in: it holds the sign-in's cookie. */
  browser: Browser;
  link?: Link;
  /** Whether the address, as it arrived at the service, asks for a full sign-in. */
  prompt: boolean;
  asked?: Asked;
  /** How the flow got its code. */
  code?: 'tap' | 'automatic login';
  /** Whether the code was exchanged. */
  spent?: boolean;
}

/** A result that a holder has got. `of` is the index of its sign-in. */
export interface Held {
  what: 'session' | 'automatic login' | 'account';
  holder: Holder;
  of: number;
}

export interface State {
  signIns: SignIn[];
  held: Held[];
}

export interface Step {
  /** In words, for a trace. */
  says: string;
  state: State;
}
