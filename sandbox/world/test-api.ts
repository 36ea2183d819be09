import * as v from 'valibot';
import { readJson } from '../../workers/core/protocol/json.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import { type Context, endpoint } from '../../workers/core/worker/endpoint.ts';
import { advance, registeredApplications, reset } from './reset.ts';

/**
 * Maximum number of seconds by which one call may advance the clock. The limit of ten years detects a wrong unit.
 */
const maxAdvance = 315_360_000;

const clockChange = v.object({ advance: v.pipe(v.number(), v.minValue(0), v.maxValue(maxAdvance)) });
const resetRequest = v.object({ seed: v.optional(v.unknown()) });

/** API for tests of a local environment with a seed. Without a seed, tests can't change the clock or the data. */
export default endpoint('world', v.object({}), {
  'POST /sandbox/reset': async (context) => {
    refuseCrossSite(context.request, context.url);
    const { seed } = await readOptionalJson(context, resetRequest);
    await reset(seed);
    return Response.json({ applications: registeredApplications() });
  },
  'GET /sandbox/applications': () => Response.json({ applications: registeredApplications() }),
  'GET /sandbox/clock': async () => Response.json({ now: await advance(0) }),
  'POST /sandbox/clock': async ({ request, url }) => {
    refuseCrossSite(request, url);
    const { advance: seconds } = await readJson(request, clockChange);
    return Response.json({ now: await advance(seconds) });
  },
});

/** Reads the options in a request's JSON body. A request without a body sets no options. */
function readOptionalJson<Schema extends v.GenericSchema>(
  { request }: Context<unknown>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  if (request.headers.has('Content-Type')) return readJson(request, schema);
  return Promise.resolve(v.parse(schema, {}));
}
