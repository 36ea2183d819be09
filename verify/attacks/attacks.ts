import { AskedNumber, Location, type Sent } from './location.ts';

/** Sign-ins that were let in, of those that were sent. */
interface Share {
  sent: number;
  letIn: number;
}
type People = 'known browsers' | 'owners in new browsers' | 'strangers who attack';
export interface Outcome {
  people: Record<People, Share>;
  /** How often the attacked phone rang for the attacker within 24 hours, at most; undefined where none is attacked. */
  pushes?: number;
}

const hour = 3_600;
/** How many networks the botnets have. */
const networks = 10_000;
const ipv4 = (count: number) => `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;

const strangerAt = (address: string) => ({ caller: address, known: false, network: address });
const knownAt = (name: string, address: string) => ({ caller: name, known: true, address, network: address });

class Attack {
  readonly location = new Location();
  readonly people: Outcome['people'] = {
    'known browsers': { sent: 0, letIn: 0 },
    'owners in new browsers': { sent: 0, letIn: 0 },
    'strangers who attack': { sent: 0, letIn: 0 },
  };
  #customers = 0;

  async send(people: People, sent: Sent): Promise<string | undefined> {
    const id = await this.location.send(sent);
    this.people[people].sent += 1;
    if (id !== undefined) this.people[people].letIn += 1;
    return id;
  }

  /** A customer in a browser that their number knows, and one in a new browser; each a different person. @param at their address, where they share one. */
  async customers(at?: string): Promise<void> {
    this.#customers += 1;
    const address = at ?? `2001:db8:${this.#customers.toString(16)}:1::1`;
    const known = knownAt(`browser ${this.#customers}`, address);
    await this.send('known browsers', { address, caller: known, number: new AskedNumber() });
    await this.send('owners in new browsers', {
      address,
      caller: strangerAt(address),
      number: new AskedNumber(),
    });
  }

  /** Made-up people at an address. */
  async madeUp(address: string, count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1)
      await this.send('strangers who attack', { address, caller: strangerAt(address), number: undefined });
  }
}

/** An hour: the attackers send first in every minute, then customers come every ten seconds. @param at where they all are, for those who share an address. */
async function hourOf(attack: Attack, minute: () => Promise<void>, at?: string): Promise<Outcome> {
  for (let time = 0; time < hour; time += 10) {
    if (time % 60 === 0) await minute();
    await attack.customers(at);
    attack.location.tick(10);
  }
  return { people: attack.people };
}

/** How often the attacker tries within one sign-in before the next one begins: each try after the first sends its request again. */
const triesInSignIn = 4;

/**
 * Two days against one number, whose owner could ask at every minute, in their own browser and in a new one. An attacker tries every five seconds,
 * each time from another network, and sends the request of a sign-in again before the next one begins.
 * @param answer what becomes of a request of the attacker's that was let in. @returns how many more pushes follow it at once.
 * @returns the most pushes of the attacker within 24 hours.
 */
async function twoDaysOf(
  attack: Attack,
  answer: (id: string, number: AskedNumber) => number,
): Promise<number> {
  const number = new AskedNumber();
  const [own, other] = ['2001:db8:1:1::1', '2001:db8:2:1::1'];
  /** Asks within the same second as the attacker. */
  const owner = async () => {
    number.forget(attack.location.now);
    const isTried = true;
    await attack.send('known browsers', { address: own, caller: knownAt('own', own), number, isTried });
    await attack.send('owners in new browsers', {
      address: other,
      caller: strangerAt(other),
      number,
      isTried,
    });
  };
  const pushes: number[] = [];
  for (let tries = 0; tries * 5 < 48 * hour; tries += 1) {
    const address = ipv4(tries % networks);
    const signIn = `sign-in ${Math.floor(tries / triesInSignIn)}`;
    const asked = { address, caller: strangerAt(address), number, signIn };
    const id = await attack.send('strangers who attack', asked);
    const rung = id === undefined ? 0 : 1 + answer(id, number);
    for (let ring = 0; ring < rung; ring += 1) pushes.push(attack.location.now);
    if (tries % 12 === 0) await owner();
    attack.location.tick(5);
  }
  return Math.max(
    0,
    ...pushes.map((last) => pushes.filter((push) => push > last - 24 * hour && push <= last).length),
  );
}

/** The acts of the attackers, by the name of their attack. */
export const attacks: Record<string, { does: string; play: () => Promise<Outcome> }> = {
  botnet: {
    does: 'an hour: 200 addresses send 60 made-up people a minute each, to one application',
    play: () => {
      const attack = new Attack();
      return hourOf(attack, async () => {
        for (let bot = 0; bot < 200; bot += 1) await attack.madeUp(ipv4(bot), 60);
      });
    },
  },
  neighbour: {
    does: 'an hour: somebody sends 120 made-up people a minute from the IPv4 address of all customers',
    play: () => {
      const [attack, address] = [new Attack(), '198.51.100.7'];
      return hourOf(attack, () => attack.madeUp(address, 120), address);
    },
  },
  fatigue: {
    does: 'two days: somebody who knows number, name and carrier asks one phone, and sends each request again; nobody answers',
    play: async () => {
      const attack = new Attack();
      const pushes = await twoDaysOf(attack, () => 0);
      return { people: attack.people, pushes };
    },
  },
  mismatch: {
    does: 'two days: the same, and the person taps a wrong number each time',
    play: async () => {
      const attack = new Attack();
      const pushes = await twoDaysOf(attack, (id, number) => {
        const isSentAgain = number.requests.slip(id, `${id}~`, attack.location.now);
        number.requests.denied(isSentAgain ? `${id}~` : id, undefined);
        return isSentAgain ? 1 : 0;
      });
      return { people: attack.people, pushes };
    },
  },
  oracle: {
    does: 'two days: somebody tries names for one number',
    play: async () => {
      const attack = new Attack();
      await twoDaysOf(attack, (id, number) => {
        number.requests.unconfirmed(id);
        return 0;
      });
      return { people: attack.people };
    },
  },
};
