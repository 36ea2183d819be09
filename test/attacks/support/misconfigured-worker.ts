import sandbox from '../../../sandbox/index.ts';
import { workers } from '../../../workers/workers.ts';

const named = new Map([...workers, sandbox].map((worker) => [worker.worker, worker]));

/** Runs the worker that a request names with the settings in the request, so that faulty settings need no separate configurations. */
export default {
  async fetch(request: Request, _: unknown, execution: ExecutionContext): Promise<Response> {
    const worker = named.get(request.headers.get('Test-Worker') ?? '');
    if (worker === undefined) return new Response('no such worker', { status: 400 });
    const settings = decodeURIComponent(request.headers.get('Test-Settings') ?? '{}');
    return worker.fetch(request, JSON.parse(settings), execution);
  },
};
