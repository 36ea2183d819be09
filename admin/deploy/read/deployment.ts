import path from 'node:path';
import type { Half } from '../../../tools/configuration/index.ts';
import { type Connection, connect } from '../cloudflare/connection.ts';
import { type DeploymentConfig, readConfig } from '../settings/config.ts';
import { type Account, readAccount } from './account-state.ts';

/** A deployment's local files. Those in `.plid` can be recreated. */
function pathsOf({ folder, name, half }: DeploymentConfig) {
  const own = path.join(folder, '.plid', `${name}-${half}`);
  return {
    secrets: path.join(folder, `${name}-${half}.secrets`),
    /** The lock that this folder took last (lock.ts). */
    lock: path.join(own, 'lock.json'),
    build: path.join(own, 'build'),
  };
}

/** One service or gateway: its settings file, its files on this machine, and its account at Cloudflare. */
export class Deployment {
  readonly config: DeploymentConfig;
  readonly paths: ReturnType<typeof pathsOf>;
  /** Values of secrets that take precedence over the stored ones while a rotation runs. */
  readonly overrides: Record<string, string> = {};
  #connection: Promise<Connection> | undefined;
  #account: Promise<Account> | undefined;

  constructor(config: DeploymentConfig) {
    this.config = config;
    this.paths = pathsOf(config);
  }

  /**
   * Connects to Cloudflare on the first call, so that mistakes in files are reported before a token is needed.
   * @throws {Failure} if there is no token, or if the token has no access to the zone.
   */
  connect(): Promise<Connection> {
    this.#connection ??= connect(this.config);
    return this.#connection;
  }

  /**
   * Reads what exists at Cloudflare, once. A worker that another command has changed since is noticed before it is
   * written (concurrent-deployment.ts). @throws {Failure} if Cloudflare's API can't be used.
   */
  account(): Promise<Account> {
    this.#account ??= this.#readAccount();
    return this.#account;
  }

  async #readAccount(): Promise<Account> {
    return readAccount(await this.connect(), this.config);
  }

  /** Reads again what exists at Cloudflare, after this command has changed it. */
  reread(): Promise<Account> {
    this.#account = undefined;
    return this.account();
  }
}

/** Reads the settings file of a deployment. @throws {Failure} that names what to fix. */
export const openDeployment = (file: string, half: Half): Deployment =>
  new Deployment(readConfig(file, half));
