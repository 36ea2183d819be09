import { WorkerEntrypoint } from 'cloudflare:workers';

let calls = 0;

/** Stands between two workers, and counts the calls of the service binding. */
export default class CountingService extends WorkerEntrypoint<{ TARGET: Fetcher }> {
  /** The calls since the last question. */
  takeCalls(): number {
    const taken = calls;
    calls = 0;
    return taken;
  }

  override fetch(request: Request): Promise<Response> {
    calls += 1;
    return this.env.TARGET.fetch(request);
  }
}
