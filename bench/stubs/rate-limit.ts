import { WorkerEntrypoint } from 'cloudflare:workers';

/** Stands in for Cloudflare's rate limits, which workerd itself lacks: no limit is ever reached. */
export default class extends WorkerEntrypoint {
  limit(): { success: boolean } {
    return { success: true };
  }
}
