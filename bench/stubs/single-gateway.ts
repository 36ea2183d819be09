import { createGateway } from '../../workers/gateway/single-worker/create-gateway.ts';
import { guard } from '../../workers/gateway/single-worker/guard.ts';

export { Flow as PlidFlow, User as PlidUser } from '../../workers/gateway/single-worker/plid-gateway.ts';

interface Env {
  APPLICATION_URL: string;
}

/** The gateway in an application's own Worker, in front of a server elsewhere (docs/gateway/your-worker.md). */
export default createGateway<Env>({
  features: [guard()],
  application: (request, { APPLICATION_URL }) => {
    const address = request.url.replace(new URL(request.url).origin, APPLICATION_URL);
    return fetch(address, new Request(request, { cache: 'no-store', redirect: 'manual' }));
  },
});
