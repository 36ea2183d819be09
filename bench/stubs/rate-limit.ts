import { WorkerEntrypoint } from 'cloudflare:workers';

/** Stands in for Cloudflare's rate limits, which workerd by itself does not have: nobody reaches one. */
export default class extends WorkerEntrypoint {
  limit(): { success: boolean } {
    return { success: true };
  }
}
