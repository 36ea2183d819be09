import { createGateway } from '../../workers/gateway/single-worker/create-gateway.ts';
import { guard } from '../../workers/gateway/single-worker/guard.ts';

interface Env {
  APPLICATION_URL: string;
}

/** The gateway in an application's own Worker, in front of a server elsewhere (docs/gateway/your-worker.md). */
const gateway = createGateway<Env>({
  features: [guard()],
  application: (request, { APPLICATION_URL }) => {
    const address = request.url.replace(new URL(request.url).origin, APPLICATION_URL);
    return fetch(address, new Request(request, { cache: 'no-store', redirect: 'manual' }));
  },
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
