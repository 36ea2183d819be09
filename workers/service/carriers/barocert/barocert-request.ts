import { DurableObject } from 'cloudflare:workers';
import type { Confirmation, ConfirmationRequest, Outcome, RequestOwner } from '../../../core/carrier/port.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { ObjectAlarm } from '../../../core/storage/object-alarm.ts';
import { type ClockBinding, now } from '../../../core/worker/clock.ts';
import { readSettings } from '../../../core/worker/settings.ts';
import { approvalLifetime } from '../../settings/service-lifetimes.ts';
import { adapterFault } from '../adapter-fault.ts';
import { CarrierFault } from '../post-to-carrier.ts';
import { askForLogin, type FinalOutcome, finalOutcome } from './barocert-calls.ts';
import { VendorRefusal } from './barocert-http.ts';
import type { BarocertRequestCalls } from './barocert-request-calls.ts';
import { askedPerson, verifiedIdentity } from './barocert-sealed-types.ts';
import { type Env, schema } from './barocert-settings.ts';

/**
 * A request to a phone. `version` is the version of this format. Times are in seconds since 1970.
 */
interface StoredRequest {
  version: 1;
  /** When the request on the phone expires. */
  expires: number;
  /** When this record is deleted. */
  deletes: number;
  /** The sealed name and number. */
  person: string;
  /** The vendor's ID of the request. Undefined while it isn't known whether the vendor has sent the request. */
  receipt?: string;
  confirmation?: Confirmation;
  outcome?: StoredOutcome;
}

/** A final outcome. The identity is sealed. */
type StoredOutcome =
  | { status: 'denied' | 'expired' | 'cancelled' }
  | { status: 'approved'; identity: string };

const key = 'request';
const receiptKey = 'receipt';
/** Shortest time between two questions about the same request, in milliseconds. */
const askInterval = 900;
/** Time after a request that the vendor hasn't answered during which it isn't sent again, in seconds. */
const unknownPeriod = 30;

/**
 * One request to a phone through Barocert, named by the service's ID for it. The vendor doesn't know that ID, and asks for
 * name and number again. So this object decides that one request is sent, keeps what the verification needs, and
 * repeats the outcome.
 */
export class BarocertRequest extends DurableObject<ClockBinding> implements BarocertRequestCalls {
  readonly #kv = this.ctx.storage.kv;
  readonly #alarm = new ObjectAlarm(this.ctx, this.env);
  #confirming: Promise<Confirmation> | undefined;
  #asking: Promise<Outcome> | undefined;
  #lastAsked = 0;

  confirm(request: ConfirmationRequest): Promise<Confirmation> {
    this.#confirming ??= this.#confirm(request)
      .catch(reportFault)
      .finally(() => {
        this.#confirming = undefined;
      });
    return this.#confirming;
  }

  outcome(owner: RequestOwner): Promise<Outcome> {
    return this.#outcome(owner).catch(reportFault);
  }

  async #outcome(owner: RequestOwner): Promise<Outcome> {
    const at = await now(this.env);
    const stored = this.#stored(at);
    if (stored?.receipt === undefined) return { status: 'expired' };
    if (stored.outcome !== undefined) return this.#repeated(stored.outcome, at);
    if (Date.now() < this.#lastAsked + askInterval && at < stored.expires) return { status: 'pending' };
    this.#asking ??= this.#ask(stored, stored.receipt, owner, at).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async cancel(): Promise<void> {
    const stored = this.#stored(await now(this.env));
    if (stored !== undefined && stored.outcome === undefined)
      this.#kv.put(key, { ...stored, outcome: { status: 'cancelled' } });
  }

  claimReceipt(id: string, deletes: number, at: number): boolean {
    const claimed = this.#kv.get<{ id: string; deletes: number }>(receiptKey);
    if (claimed !== undefined && claimed.id !== id) return false;
    this.#kv.put(receiptKey, { id, deletes });
    this.#alarm.wakeBy(deletes, at);
    return true;
  }

  override alarm(): Promise<void> {
    return this.#alarm.woken(async () => {
      const at = await now(this.env);
      const { deletes = 0 } =
        this.#kv.get<{ deletes: number }>(key) ?? this.#kv.get<{ deletes: number }>(receiptKey) ?? {};
      if (deletes <= at) await this.#alarm.deleteAll();
      else this.#alarm.wakeBy(deletes, at);
    });
  }

  async #confirm(request: ConfirmationRequest): Promise<Confirmation> {
    const env = this.#settings();
    const at = await now(this.env);
    const earlier = this.#stored(at);
    if (earlier?.confirmation !== undefined) return earlier.confirmation;
    if (earlier !== undefined && at < earlier.expires - request.expiresIn + unknownPeriod)
      throw new CarrierFault('has asked Barocert a moment ago and got no response');
    const { name, phoneNo, expiresIn } = request;
    const [expires, deletes] = [at + expiresIn, at + expiresIn + approvalLifetime];
    const stored = {
      version: 1,
      expires,
      deletes,
      person: await askedPerson.seal(env.KEYS, { name, phoneNo }),
    } as const;
    this.#kv.put<StoredRequest>(key, stored);
    this.#alarm.wakeBy(deletes, at);
    const { confirmation, receipt } = await askForLogin(env, request, at).catch(async (failure: unknown) => {
      // A refused request has reached no phone, so it may be sent again immediately.
      if (failure instanceof VendorRefusal) await this.#alarm.deleteAll();
      throw failure;
    });
    if (receipt === undefined) await this.#alarm.deleteAll();
    else {
      await this.#claim(env, receipt, request.id, deletes, at);
      this.#kv.put<StoredRequest>(key, { ...stored, receipt, confirmation });
    }
    return confirmation;
  }

  async #claim(env: Env, receipt: string, id: string, deletes: number, at: number): Promise<void> {
    const claimed = namedObject(env.BAROCERT_REQUEST, `receipt ${receipt}`, env);
    if (!(await claimed.claimReceipt(id, deletes, at)))
      throw new CarrierFault('gets a receipt from Barocert that another request has');
  }

  async #ask(stored: StoredRequest, receipt: string, owner: RequestOwner, at: number): Promise<Outcome> {
    this.#lastAsked = Date.now();
    const env = this.#settings();
    const person = await askedPerson.open(env.KEYS, stored.person, at);
    if (person === undefined) throw new CarrierFault('has a request that none of its KEYS decrypts');
    const outcome = await finalOutcome(env, receipt, person, { owner, expires: stored.expires, at });
    const sealed = outcome.status === 'pending' ? undefined : await sealedOutcome(env, outcome);
    // The request may have been cancelled in the meantime.
    const latest = this.#stored(at);
    if (latest === undefined) return { status: 'expired' };
    if (latest.outcome !== undefined) return this.#repeated(latest.outcome, at);
    if (sealed !== undefined) this.#kv.put<StoredRequest>(key, { ...latest, outcome: sealed });
    return outcome;
  }

  async #repeated(outcome: StoredOutcome, at: number): Promise<Outcome> {
    if (outcome.status !== 'approved') return outcome;
    const opened = await verifiedIdentity.open(this.#settings().KEYS, outcome.identity, at);
    if (opened === undefined) throw new CarrierFault('has an identity that none of its KEYS decrypts');
    return { status: 'approved', identity: opened.identity };
  }

  #stored(at: number): StoredRequest | undefined {
    const stored = this.#kv.get<StoredRequest>(key);
    return stored !== undefined && at < stored.deletes ? stored : undefined;
  }

  #settings(): Env {
    return readSettings(schema, this.env);
  }
}

function reportFault(failure: unknown): never {
  throw adapterFault(failure);
}

async function sealedOutcome({ KEYS }: Env, outcome: FinalOutcome): Promise<StoredOutcome> {
  if (outcome.status !== 'approved') return { status: outcome.status };
  return {
    status: 'approved',
    identity: await verifiedIdentity.seal(KEYS, { identity: { ...outcome.identity } }),
  };
}
