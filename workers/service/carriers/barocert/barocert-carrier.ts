import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier,
  Confirmation,
  ConfirmationRequest,
  Outcome,
  RequestOwner,
} from '../../../core/carrier/port.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { readSettings } from '../../../core/worker/settings.ts';
import { describeFault } from '../post-to-carrier.ts';
import { schema } from './barocert-settings.ts';
import { openSession } from './barocert-token.ts';

/** The carrier port to the PASS apps of all networks, through Barocert's PASS simple login (패스 간편로그인). */
export class BarocertCarrier extends WorkerEntrypoint<object> implements Carrier {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    return this.#request(request.id).confirm(request);
  }

  async outcome(requestId: string, owner: RequestOwner = {}): Promise<Outcome> {
    return this.#request(requestId).outcome(owner);
  }

  async cancel(requestId: string): Promise<{ status: 'done' }> {
    await this.#request(requestId).cancel();
    return { status: 'done' };
  }

  /**
   * Opens a session at the vendor, which shows whether account, SecretKey, and clock are right. No phone gets a request.
   * @returns the fault, or undefined.
   */
  async check(): Promise<string | undefined> {
    try {
      await openSession(readSettings(schema, this.env));
      return undefined;
    } catch (failure) {
      return describeFault(failure);
    }
  }

  #request(id: string) {
    const env = readSettings(schema, this.env);
    return namedObject(env.BAROCERT_REQUEST, id, env);
  }
}
