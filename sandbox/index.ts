import { prefersPage } from '../workers/core/http/accept.ts';
import { endpoint, type Handler } from '../workers/core/worker/endpoint.ts';
import { signInInOneCall } from './api/direct-sign-in.ts';
import { listExchanges } from './api/exchanges.ts';
import {
  addFault,
  clearFaults,
  listFaults,
  listPresets,
  setFaults,
  setPreset,
} from './api/fault-handlers.ts';
import { approve, deny, listRequests, openOnPhone, scanCode } from './api/phone-request-handlers.ts';
import {
  disableAutomaticLogin,
  leave,
  listAutomaticLogins,
  listSubscribers,
  register,
  saveSubscriber,
} from './api/subscriber-handlers.ts';
import { barocertRoutes } from './barocert/index.ts';
import { serveCarrierApi } from './carrier/carrier-http-api.ts';
import {
  errorPage,
  showFaults,
  showOpenedRequest,
  showPhones,
  showSubscribers,
} from './pages/page-handlers.tsx';
import {
  handleContinueRelay,
  handleStartRelay,
  readRelay,
  showRelay,
  showRelays,
} from './relay/relay-handlers.tsx';
import { type Env, schema } from './sandbox-bindings.ts';
import { closeSideBySide, openSideBySide, signInAs } from './side-by-side.ts';

export { Carrier } from './carrier/carrier-entrypoint.ts';
export { Directory } from './directory/index.ts';

/** Serves a page to users and JSON to scripts at the same path. */
const forBoth =
  (people: Handler<Env>, scripts: Handler<Env>): Handler<Env> =>
  (context) =>
    prefersPage(context.request) ? people(context) : scripts(context);

/**
 * The sandbox worker, which provides development carriers and phones. Only sandbox/local.ts and tests may serve
 * this worker.
 */
export default endpoint(
  'sandbox',
  schema,
  {
    'GET /sandbox': showPhones,
    'POST /sandbox/carrier/:call': serveCarrierApi,
    'GET /sandbox/open/:id': showOpenedRequest,
    'POST /sandbox/open/:id': openOnPhone,
    'GET /sandbox/requests': listRequests,
    'POST /sandbox/requests/:id/approve': approve,
    'POST /sandbox/requests/:id/deny': deny,
    'GET /sandbox/subscribers': forBoth(showSubscribers, listSubscribers),
    'POST /sandbox/subscribers': saveSubscriber,
    'POST /sandbox/subscribers/:phoneNo/scan': scanCode,
    'POST /sandbox/subscribers/:phoneNo/leave': leave,
    'POST /sandbox/subscribers/:phoneNo/register': register,
    'GET /sandbox/subscribers/:phoneNo/automatic-logins': listAutomaticLogins,
    'POST /sandbox/subscribers/:phoneNo/end-automatic-logins': disableAutomaticLogin,
    'GET /sandbox/faults': forBoth(showFaults, listFaults),
    'PUT /sandbox/faults': setFaults,
    'DELETE /sandbox/faults': clearFaults,
    'POST /sandbox/faults': addFault,
    'POST /sandbox/faults/clear': clearFaults,
    'GET /sandbox/presets': listPresets,
    'POST /sandbox/presets': setPreset,
    'GET /sandbox/exchanges': listExchanges,
    'POST /sandbox/sign-in': signInInOneCall,
    'GET /sandbox/relay': showRelays,
    'POST /sandbox/relay': handleStartRelay,
    'GET /sandbox/relay/:id': forBoth(showRelay, readRelay),
    'POST /sandbox/relay/:id': handleContinueRelay,
    'GET /sandbox/side-by-side': openSideBySide,
    'POST /sandbox/side-by-side': signInAs,
    'POST /sandbox/side-by-side/close': closeSideBySide,
    ...barocertRoutes,
  },
  { errorPage },
);
