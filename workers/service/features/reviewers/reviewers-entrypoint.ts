import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { namedObject } from '../../../core/storage/named-object.ts';
import { pick, readSettings } from '../../../core/worker/settings.ts';
import type { ReviewersEntrypoint } from '../../settings/review-lookup.ts';
import { bindings } from '../../settings/service-bindings.ts';

const settings = v.object(pick(bindings, 'LOCATION_HINT', 'APPLICATION'));

/** Lets the sign-in worker ask for an application's store reviewers, and nothing else of the application's object. */
export class Reviewers extends WorkerEntrypoint implements ReviewersEntrypoint {
  async find(client_id: string, phoneNo: string, at: number) {
    return this.#objectOf(client_id).findReviewer(phoneNo, at);
  }

  async check(
    client_id: string,
    id: string,
    digests: readonly string[],
    network: string | undefined,
    at: number,
  ) {
    return this.#objectOf(client_id).checkReviewCode(id, digests, network, at);
  }

  async current(client_id: string, id: string, at: number) {
    return this.#objectOf(client_id).currentReviewer(id, at);
  }

  #objectOf(client_id: string) {
    const env = readSettings(settings, this.env);
    return namedObject(env.APPLICATION, client_id, env);
  }
}
