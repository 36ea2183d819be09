import { noticeEndLifetime } from '../shared/service-lifetimes.ts';

/** A full sign-in, as its person is shown it: from which browser, and from where. */
export interface SignedIn {
  client_id: string;
  /** In seconds since 1970. */
  at: number;
  /** Such as `Chrome, Windows` (core/http/agent-label.ts). */
  agent?: string;
  /** The country in which the browser's address is registered. */
  country?: string;
  city?: string;
  /** Whether the browser had signed in with the number before. */
  known: boolean;
}

/** A sign-in that its notice has ended: a second use of that ends nothing that came later. */
interface EndedSignIn {
  id: string;
  at: number;
}

interface Stored {
  latest: SignedIn[];
  ended: EndedSignIn[];
}

/** @param from where the browser asks. @param at in seconds since 1970. */
export const signedIn = (
  { client_id, agent }: { client_id: string; agent?: string },
  from: Pick<SignedIn, 'country' | 'city' | 'known'>,
  at: number,
): SignedIn => ({ client_id, at, ...(agent && { agent }), ...from });

/** How many an account keeps. */
const maxKept = 10;

/** The latest full sign-ins of an account, and those that were ended by their notice: one row, whatever they are. */
export class LatestSignIns {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** The newest first. */
  list(): SignedIn[] {
    return this.#read().latest;
  }

  note(signIn: SignedIn): void {
    const { latest, ended } = this.#read();
    const open = ended.filter(({ at }) => at > signIn.at - noticeEndLifetime);
    this.#kv.put('sign-ins', { latest: [signIn, ...latest].slice(0, maxKept), ended: open });
  }

  /** When its notice has ended a sign-in. @param id of its grant. */
  ended(id: string): number | undefined {
    return this.#read().ended.find((ended) => ended.id === id)?.at;
  }

  end(id: string, at: number): void {
    const { latest, ended } = this.#read();
    this.#kv.put('sign-ins', { latest, ended: [...ended, { id, at }] });
  }

  deleteAll(): void {
    this.#kv.delete('sign-ins');
  }

  #read(): Stored {
    return this.#kv.get<Stored>('sign-ins') ?? { latest: [], ended: [] };
  }
}
