import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './cli/failure.ts';
import { isBusy } from './local/port.ts';
import { serve } from './local/serve.ts';
import { completeSecrets } from './local/settings.ts';
import { runWrangler } from './local/wrangler.ts';

/**
 * `npm start`: makes what is missing, then serves the whole login on this machine until it is stopped.
 *   --port        another port than 8787
 *   --application where your own application answers; it is then served beside the gateway, in the demo shop's place
 *   --persist-to  another directory for what is kept, its secrets included
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    application: { type: 'string' },
    'persist-to': { type: 'string' },
  },
});

try {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Failure('--port needs a number.');
  const own = values['persist-to'] === undefined ? undefined : path.resolve(values['persist-to']);
  const state = own ?? path.resolve('.wrangler/state');
  const secrets = path.join(own ?? '.', '.dev.vars');

  if (await isBusy(port)) {
    throw new Failure(
      `Something answers at port ${port} already. Stop it, or: npm start -- --port ${port + 1}`,
    );
  }
  completeSecrets(secrets);
  await runWrangler(state, 'd1', 'migrations', 'apply', 'DATABASE', '--local', '--persist-to', state);
  process.exitCode = await serve({ port, state, secrets, application: values.application });
} catch (failure) {
  if (!(failure instanceof Failure)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
