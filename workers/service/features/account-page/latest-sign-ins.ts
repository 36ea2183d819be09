import type { SignedIn } from '../../objects/sign-in-entry.ts';
import { noticeLinkLifetime } from '../../settings/service-lifetimes.ts';

/**
 * A sign-in that the user has ended through its notice. Using the notice's link again doesn't end anything that
 * started later.
 */
interface EndedSignIn {
  id: string;
  at: number;
}

interface Stored {
  latest: SignedIn[];
  ended: EndedSignIn[];
  /** When the user last cleared the remembered devices, in seconds since 1970. */
  forgotten?: number;
}

/** Returns the entry for a sign-in. @param from the browser's location. @param at in seconds since 1970. */
export const createSignInEntry = (
  { client_id, agent }: { client_id: string; agent: string },
  from: Pick<SignedIn, 'country' | 'city' | 'known'>,
  at: number,
): SignedIn => ({ client_id, at, ...(agent && { agent }), ...from });

/** Maximum number of sign-ins that an account stores. */
const maxKept = 10;

/**
 * The latest sign-ins of an account by phone or passkey, and the sign-ins that were ended through their notice. Both are stored
 * in one row.
 */
export class LatestSignIns {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** Newest first. */
  list(): SignedIn[] {
    return this.#read().latest;
  }

  note(signIn: SignedIn): void {
    const { latest, ended, ...more } = this.#read();
    const open = ended.filter(({ at }) => at > signIn.at - noticeLinkLifetime);
    this.#kv.put('sign-ins', { ...more, latest: [signIn, ...latest].slice(0, maxKept), ended: open });
  }

  /** Returns when a sign-in was ended through its notice, if it was. @param id the id of the sign-in's grant. */
  ended(id: string): number | undefined {
    return this.#read().ended.find((ended) => ended.id === id)?.at;
  }

  end(id: string, at: number): void {
    const stored = this.#read();
    this.#kv.put('sign-ins', { ...stored, ended: [...stored.ended, { id, at }] });
  }

  /** Returns when the user last cleared the remembered devices, if ever. */
  browsersForgotten(): number | undefined {
    return this.#read().forgotten;
  }

  forgetBrowsers(at: number): void {
    this.#kv.put('sign-ins', { ...this.#read(), forgotten: at });
  }

  deleteAll(): void {
    this.#kv.delete('sign-ins');
  }

  #read(): Stored {
    return this.#kv.get<Stored>('sign-ins') ?? { latest: [], ended: [] };
  }
}
