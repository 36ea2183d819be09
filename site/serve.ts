import { serveSite } from './server.ts';

// Serves the site until the process with the given ID ends: npx wrangler dev, which can't run a server itself.
const parent = Number(process.argv[2]);
const { address, close } = await serveSite({ keepAlive: true });
setInterval(() => {
  try {
    process.kill(parent, 0);
  } catch {
    close();
    process.exit();
  }
}, 1_000);
process.send?.(address);
