import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localConfiguration, root } from '../../tools/configuration/local-configuration.ts';
import { Failure } from '../../tools/terminal/failure.ts';

/**
 * Writes a configuration that makes wrangler run the local environment together with the developer's own carrier
 * Worker. @param carrier the configuration of that Worker.
 * @returns the path of the written file. @throws {Failure} if the Worker has no name.
 */
export async function configureOwnCarrier(carrier: string, state: string): Promise<string> {
  const { unstable_readConfig } = await import('wrangler');
  const { name } = unstable_readConfig({ config: carrier }, { hideWarnings: true });
  if (name === undefined)
    throw new Failure(`--carrier: ${carrier} needs a name, such as name = "plid-carrier".`);
  const { main, build, assets, services, ...world } = localConfiguration();
  const inRoot = (file: string) => path.join(root, file);
  const configuration = {
    ...world,
    main: inRoot(main),
    build: { ...build, cwd: root, watch_dir: build.watch_dir.map(inRoot) },
    assets: { ...assets, directory: inRoot(assets.directory) },
    services: [...services, { binding: 'OWN_CARRIER', service: name, entrypoint: 'Carrier' }],
  };
  mkdirSync(state, { recursive: true });
  const file = path.join(state, 'beside-carrier.json');
  writeFileSync(file, JSON.stringify(configuration, undefined, 2));
  return file;
}
