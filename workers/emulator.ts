import { ProtocolError } from './core/protocol/errors.ts';
import { withCommonHeaders } from './core/worker/common-headers.ts';
import { errorAnswer } from './core/worker/endpoint.ts';
import { requestIdOf } from './core/worker/request-id.ts';
import { control } from './sandbox/world/control.ts';
import * as emulatorRefusals from './sandbox/world/emulator-refusals.ts';
import { currentGeneration, environmentOf } from './sandbox/world/generation.ts';
import { type HostsEnv, translateHost } from './sandbox/world/hosts.ts';
import { begin, prepareNext, type RawEnv } from './sandbox/world/reset.ts';
import { localWorld } from './sandbox/world/world.ts';

export {
  Account,
  Application,
  Carrier,
  Directory,
  EventKeys,
  Flow,
  Gateway,
  Phone,
  User,
} from './sandbox/world/objects.ts';

/** The bindings that the world was started with; the workers see those of its current generation. */
let rawEnv: RawEnv;

const world = localWorld({ more: [control(() => rawEnv)] });

/**
 * The local world for other people's tests (packages/plid/sandbox): it can be reset and its clock moved, and it stores nothing
 * beyond its end. It is never deployed, and answers at loopback and at the names that it was started with alone.
 */
export default {
  async fetch(request: Request, env: RawEnv & HostsEnv, execution: ExecutionContext): Promise<Response> {
    rawEnv = env;
    const translated = translateHost(request, env);
    if (translated === undefined) return refuseHost(request);
    try {
      if (await begin(env)) execution.waitUntil(prepareNext(env));
    } catch (failure) {
      if (failure instanceof ProtocolError) return refuse(request, failure);
      throw failure;
    }
    const present = environmentOf(env, currentGeneration());
    return translated.back(await world(translated.request, present, execution));
  },
};

function refuseHost(request: Request): Response {
  const value = new URL(request.url).hostname;
  return refuse(request, new ProtocolError(emulatorRefusals.host_not_allowed, { value }));
}

/** Before there is a world that could answer. */
function refuse(request: Request, refusal: ProtocolError): Response {
  const url = new URL(request.url);
  return withCommonHeaders(errorAnswer(refusal, 'en'), { url, requestId: requestIdOf(request) });
}
