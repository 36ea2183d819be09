import path from 'node:path';
import { compatibilityDate } from '../../../tools/configuration/index.ts';
import { startServiceStandIn } from '../../support/fakes/service-stand-in.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { control, root, type WorkerInput } from '../../support/world/test-workers.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startWorld } from '../../support/world/world.ts';

/** A gateway as one Worker in an application's own project. */
interface Project {
  /** The file of its Worker in test/support/fakes. */
  main?: string;
  /** The path of its bundle, instead of a file. */
  bundle?: string;
  vars?: Record<string, string>;
  /** A secret that is undefined is left out. */
  secrets?: Record<string, string | undefined>;
  /** The rate limits that it binds. */
  limits?: readonly string[];
  /** Whether it exports and binds the object of the people API. */
  hasAccessRecords?: boolean;
  /** The binding of a D1 database. */
  database?: string;
}

const allLimits = ['REQUEST_LIMIT', 'STATE_LIMIT', 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'];

/** The address of a project. */
export const originOf = (name: string): string => `https://${name}.example.com`;

/** The configuration that such a project has, without the files of wrangler. */
function workerOf(name: string, service: string, project: Project): WorkerInput {
  const {
    main = 'application-gateway-worker.ts',
    bundle,
    vars = {},
    secrets = {},
    limits = allLimits,
    hasAccessRecords = main === 'parts-gateway-worker.ts',
    database,
  } = project;
  const { KEYS, CLIENT_SECRET } = gatewaySecrets;
  return {
    ...(bundle !== undefined && { bundle }),
    config: {
      name,
      main: path.join(root, 'test/support/fakes', main),
      compatibility_date: compatibilityDate,
      routes: [{ pattern: `${new URL(originOf(name)).host}/*`, zone_name: 'example.com' }],
      vars: { SERVICE_URL: service, CLIENT_ID: 'demoshop000000000001', ...vars },
      kv_namespaces: ['STATES', 'SESSIONS'].map((binding) => ({ binding, id: `${name}-${binding}` })),
      ...(database !== undefined && {
        d1_databases: [{ binding: database, database_name: name, database_id: name }],
      }),
      durable_objects: {
        bindings: [
          { name: 'FLOW', class_name: 'PlidFlow' },
          { name: 'USER', class_name: 'PlidUser' },
          ...(hasAccessRecords ? [{ name: 'ACCESS_RECORDS', class_name: 'PlidAccessRecords' }] : []),
        ],
      },
      migrations: [
        { tag: 'plid-v1', new_sqlite_classes: ['PlidFlow', 'PlidUser'] },
        ...(hasAccessRecords ? [{ tag: 'plid-v2', new_sqlite_classes: ['PlidAccessRecords'] }] : []),
      ],
      ratelimits: limits.map((limit, index) => ({
        name: limit,
        namespace_id: String(index + 1),
        simple: { limit: 300, period: 60 },
      })),
      services: 'CLOCK' in vars ? [] : [{ binding: 'CLOCK', service: control }],
    },
    secrets: { KEYS, CLIENT_SECRET, ...secrets },
  };
}

/** Starts projects by their names, in front of a stand-in for the service. */
async function startProjects(projects: Record<string, Project>) {
  const standIn = await startServiceStandIn();
  const workers = Object.entries(projects).map(([name, project]) => workerOf(name, standIn.url, project));
  const world = await startWorld({ half: 'gateway', workers });
  return {
    ...world,
    standIn,
    async close(): Promise<void> {
      await standIn.close();
      await world.close();
    },
  };
}

export const useProjects = (projects: Record<string, Project>): ProjectWorld =>
  useStarted(() => startProjects(projects));

type ProjectWorld = Awaited<ReturnType<typeof startProjects>>;

/** A browser at a project. */
export class ProjectVisitor extends BrowserSession {
  readonly #origin: string;

  constructor(world: Pick<ProjectWorld, 'fetch'>, name: string) {
    super(world, { visitable: (url) => url.origin === originOf(name) });
    this.#origin = originOf(name);
  }

  /** Starts a sign-in. @returns the address of the callback. */
  async start(): Promise<string> {
    const login = await this.get(`${this.#origin}/auth/login?return_to=/after`);
    const state = login.url.searchParams.get('state') ?? '';
    return `${this.#origin}/auth/callback?${new URLSearchParams({ code: crypto.randomUUID(), state })}`;
  }

  /** Signs in. @returns the page of the application. */
  signIn = async (): Promise<Shown> => this.get(await this.start());

  /** The Cookie header of the session. */
  get sessionCookie(): string {
    return `__Host-plid-session=${this.cookies(this.#origin).get('__Host-plid-session')}`;
  }
}
