/** The fate of one call between two parts of the system. */
export type Fate =
  /** It arrives, and so does its answer. */
  | 'arrives'
  /** It never arrives. */
  | 'lost'
  /** It arrives, but its answer does not. */
  | 'unanswered'
  /** The platform ends the calling object before the call is sent; or, `orphaned`, before it is answered. */
  | 'ended'
  | 'orphaned';

const failures: Fate[] = ['lost', 'unanswered', 'ended', 'orphaned'];
/** Each kind of failure happens to one of so many calls that may fail. */
const rarity = 64;
/** A choice names one of the waiting calls, and its fate. */
export const maxChoice = 64 * rarity - 1;

interface Waiting {
  label: string;
  mayFail: boolean;
  go(fate: Fate): void;
}
interface Timer {
  due: number;
  fire(): void;
}

/** After so many turns of the event loop without any work, everything counts as waiting. */
const quietTurns = 2;

/**
 * Decides the order in which calls arrive, and which of them fail, by numbers: the same numbers are the same schedule. Time
 * advances only by one millisecond per call; timers run when no other task is waiting.
 */
export class Schedule {
  readonly #choices: readonly number[];
  readonly #maxFailures: number;
  #next = 0;
  #failures = 0;
  #waiting: Waiting[] = [];
  #timers: Timer[] = [];
  #milliseconds: number;
  /** Whether every call arrives in the order of sending, without a choice. */
  isCalm = false;
  /** The events so far, in order, for a reader of a counterexample. */
  readonly trace: string[] = [];

  constructor(choices: readonly number[], { maxFailures, start }: { maxFailures: number; start: number }) {
    this.#choices = choices;
    this.#maxFailures = maxFailures;
    this.#milliseconds = start;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  now = (): number => this.#milliseconds;

  /** Waits until the schedule lets this call go on. @param mayFail whether the call can be lost. */
  gate(label: string, mayFail = false): Promise<Fate> {
    return new Promise((go) => this.#waiting.push({ label, mayFail, go }));
  }

  setTimer(fire: () => void, milliseconds = 0): Timer {
    const timer = { due: this.#milliseconds + milliseconds, fire };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: Timer | undefined): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  /** Runs until the work is done. @throws if no task remains that could finish it. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await quiet();
      if (this.#waiting.length > 0) this.#release();
      else if (isDone) return work;
      else if (!this.#fireNext()) throw new Error(`No task can continue:\n${this.trace.join('\n')}`);
    }
  }

  passUntil(milliseconds: number): void {
    this.#milliseconds = Math.max(this.#milliseconds, milliseconds);
  }

  #release(): void {
    const choice = this.isCalm ? 0 : (this.#choices[this.#next++] ?? 0);
    this.#milliseconds += 1;
    const [released] = this.#waiting.splice(choice % this.#waiting.length, 1);
    const failure = failures[(Math.floor(choice / 64) % rarity) - 1];
    const fails = failure !== undefined && released?.mayFail && this.#failures < this.#maxFailures;
    if (fails) this.#failures += 1;
    const fate = fails ? failure : 'arrives';
    this.trace.push(fate === 'arrives' ? (released?.label ?? '') : `${released?.label} ${fate}`);
    released?.go(fate);
  }

  #fireNext(): boolean {
    const [first] = this.#timers.sort((left, right) => left.due - right.due);
    if (first === undefined) return false;
    this.#timers.shift();
    this.#milliseconds = Math.max(this.#milliseconds, first.due);
    first.fire();
    return true;
  }
}

let working = 0;

/** WebCrypto works in separate threads. Until it returns, the schedule must not choose a task. */
export function watchCrypto(): void {
  const names = ['digest', 'sign', 'verify', 'importKey', 'deriveKey', 'deriveBits', 'encrypt', 'decrypt'];
  const { subtle } = globalThis.crypto;
  for (const name of names) {
    const work = Reflect.get(subtle, name) as (...parameters: unknown[]) => Promise<unknown>;
    const watched = (...parameters: unknown[]) => {
      working += 1;
      return work.apply(subtle, parameters).finally(() => {
        working -= 1;
      });
    };
    Object.defineProperty(subtle, name, { value: watched, configurable: true });
  }
}

async function quiet(): Promise<void> {
  for (let turns = 0; turns < quietTurns; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (working > 0) turns = -1;
  }
}
