import sandbox from '../../../workers/sandbox/index.ts';
import { workers } from '../../../workers/workers.ts';

const named = new Map([...workers, sandbox].map((worker) => [worker.worker, worker]));

/** Runs the worker that a request names, with the settings that it brings, in the place of a configuration for each. */
export default {
  async fetch(request: Request, _: unknown, execution: ExecutionContext): Promise<Response> {
    const worker = named.get(request.headers.get('Test-Worker') ?? '');
    if (worker === undefined) return new Response('no such worker', { status: 400 });
    const settings = decodeURIComponent(request.headers.get('Test-Settings') ?? '{}');
    return worker.fetch(request, JSON.parse(settings), execution);
  },
};
