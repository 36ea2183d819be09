import { randomUUID } from 'node:crypto';

/** A binding as wrangler uploads it. */
export interface UploadedBinding {
  name: string;
  type: string;
  text?: string;
  namespace_id?: string;
  class_name?: string;
  script_name?: string;
  service?: string;
  entrypoint?: string;
  simple?: { limit: number; period: 10 | 60 };
}

export interface Metadata {
  main_module: string;
  bindings: UploadedBinding[];
  compatibility_date: string;
  compatibility_flags?: string[];
  migrations?: { old_tag?: string; new_tag: string; steps: { new_sqlite_classes?: string[] }[] };
  /** Durable Object classes of a project that declares them without migrations. */
  exports?: Record<string, { type: string; storage?: string }>;
  keep_bindings?: string[];
  annotations?: Record<string, string>;
  observability?: object;
  logpush?: boolean;
  tail_consumers?: object[];
  /** How running Durable Objects get this code. */
  code_update_strategy?: object;
}

export interface Version {
  id: string;
  /** The time of the upload, ISO 8601; later than that of every earlier one. */
  created: string;
  metadata: Metadata;
  code: string;
  map: string | undefined;
}

/** The version that serves requests from then on. */
interface Deployment {
  id: string;
  version: string;
  message: string | undefined;
  /** ISO 8601. */
  created: string;
  /** How running Durable Objects get the code. */
  codeUpdate: object | undefined;
}

export interface Script {
  versions: Version[];
  /** The latest one first. */
  deployments: Deployment[];
  migrationTag: string | undefined;
  classes: string[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
  /** Settings of the worker, which are the same for all its versions. */
  settings: { observability?: object; logpush?: boolean; tail_consumers?: object[] };
}

export interface Refusal {
  status: number;
  code: number;
  message: string;
}

export class AccountState {
  readonly id = 'account';
  readonly zones = [{ id: 'zone-1', name: 'example.com', account: { id: 'account' } }];
  namespaces: { id: string; title: string }[] = [];
  /** Values of KV that were written through the API, by `namespace/key`. */
  values = new Map<string, string>();
  scripts = new Map<string, Script>();
  routes: { id: string; pattern: string; script: string | null }[] = [];
  domains: { id: string; hostname: string; service: string }[] = [];
  records: { name: string; type: string; proxied: boolean }[] = [];

  /** A copy of the account, which later changes of the original do not reach, and the reverse. */
  copy(): AccountState {
    return Object.assign(new AccountState(), structuredClone({ ...this }));
  }

  createNamespace(title: string) {
    if (this.namespaces.some((namespace) => namespace.title === title)) {
      throw refused(400, 10014, 'a namespace with this account ID and title already exists');
    }
    const created = { id: randomUUID().replaceAll('-', ''), title };
    this.namespaces.push(created);
    return created;
  }

  /** Uploads a version and lets it answer at once, as `PUT scripts/:name` does. */
  deploy(name: string, metadata: Metadata, code: string, map?: string): Version {
    const version = this.upload(name, metadata, code, map);
    const { deployments, settings } = this.scripts.get(name) ?? newScript();
    deployments.unshift(
      newDeployment(version.id, metadata.annotations?.['workers/message'], metadata.code_update_strategy),
    );
    this.changeSettings(settings, metadata);
    return version;
  }

  /** Changes the settings that are not part of a version. A setting that is not sent stays; one that is sent is replaced as a whole. */
  changeSettings(
    settings: Script['settings'],
    { observability, logpush, tail_consumers }: Script['settings'],
  ): void {
    if (observability !== undefined) settings.observability = observability;
    if (logpush !== undefined) settings.logpush = logpush;
    if (tail_consumers !== undefined) settings.tail_consumers = tail_consumers;
  }

  /** Uploads a version that does not answer yet, as `POST scripts/:name/versions` does. */
  upload(name: string, metadata: Metadata, code: string, map?: string): Version {
    const script = this.scripts.get(name) ?? newScript();
    const earlier = this.current(name)?.metadata.bindings ?? [];
    const kept = earlier.filter(
      ({ name: binding, type }) =>
        metadata.keep_bindings?.includes(type) && !metadata.bindings.some((other) => other.name === binding),
    );
    const sent = metadata.bindings.map((binding) =>
      binding.type === 'inherit'
        ? (earlier.find((other) => other.name === binding.name) ?? binding)
        : binding,
    );
    const annotations = readAnnotations(metadata.annotations);
    const version = {
      id: randomUUID(),
      created: this.#later(),
      metadata: { ...metadata, annotations, bindings: [...sent, ...kept] },
      code,
      map,
    };
    this.#migrate(script, metadata);
    for (const binding of version.metadata.bindings) this.#refuseDangling(name, script, binding);
    this.scripts.set(name, script);
    script.versions.unshift(version);
    return version;
  }

  /** Lets an earlier version serve requests, as `POST scripts/:name/deployments` does. */
  redeploy(name: string, version = '', message?: string, codeUpdate?: object): void {
    const script = this.scripts.get(name);
    if (!script?.versions.some(({ id }) => id === version))
      throw refused(404, 10019, 'The requested Worker version could not be found.');
    script.deployments.unshift(newDeployment(version, message, codeUpdate));
  }

  deleteRoute(id: string): void {
    if (!this.routes.some((route) => route.id === id)) throw refused(404, 10021, 'route not found');
    this.routes = this.routes.filter((route) => route.id !== id);
  }

  deleteDomain(id: string): void {
    const domain = this.domains.find((each) => each.id === id);
    if (domain === undefined) throw refused(404, 100114, 'domain not found');
    this.domains = this.domains.filter((each) => each !== domain);
    this.records = this.records.filter(({ name }) => name !== domain.hostname);
  }

  deleteScript(name: string): void {
    if (!this.scripts.delete(name)) throw refused(404, 10007, 'This Worker does not exist on your account.');
  }

  deleteNamespace(id: string): void {
    this.namespace(id);
    this.namespaces = this.namespaces.filter((each) => each.id !== id);
    for (const name of this.values.keys()) if (name.startsWith(`${id}/`)) this.values.delete(name);
  }

  namespace(id: string) {
    const found = this.namespaces.find((each) => each.id === id);
    if (found === undefined) throw refused(404, 10013, 'namespace not found');
    return found;
  }

  /** Makes everything older, as if nothing had happened since. @param seconds by how much. */
  letTimePass(seconds: number): void {
    for (const { versions, deployments } of this.scripts.values()) {
      for (const made of [...versions, ...deployments])
        made.created = new Date(Date.parse(made.created) - seconds * 1000).toISOString();
    }
  }

  #later(): string {
    const all = [...this.scripts.values()].flatMap(({ versions }) => versions);
    const last = Math.max(...all.map(({ created }) => Date.parse(created)), 0);
    return new Date(Math.max(Date.now(), last + 1)).toISOString();
  }

  /** Everything except the parts that are new each time: ids, and names that contain them. */
  essence() {
    const titles = new Map(this.namespaces.map(({ id, title }) => [id, title]));
    const workers = [...this.scripts].map(([name, { subdomain, settings, migrationTag, classes }]) => {
      const { metadata, code } = this.current(name) ?? {};
      const bindings = metadata?.bindings.map(({ namespace_id = '', ...binding }) => ({
        ...binding,
        namespace: titles.get(namespace_id) ?? namespace_id,
      }));
      return { name, subdomain, settings, migrationTag, classes, bindings, code };
    });
    const routes = this.routes.map(({ pattern, script }) => `${pattern} ${script}`);
    const domains = this.domains.map(({ hostname, service }) => `${hostname} ${service}`);
    return { titles: [...titles.values()], workers, routes: routes.sort(), domains, records: this.records };
  }

  current(name: string): Version | undefined {
    const script = this.scripts.get(name);
    return script?.versions.find(({ id }) => id === script.deployments[0]?.version);
  }

  putRoutes(script: string, patterns: string[]): void {
    this.routes = this.routes.filter((route) => route.script !== script);
    for (const pattern of patterns) this.addRoute({ pattern, script });
  }

  addRoute({ pattern, script }: { pattern: string; script: string }) {
    if (this.routes.some((route) => route.pattern === pattern)) {
      throw refused(409, 10020, 'A route with the same pattern already exists');
    }
    const route = { id: randomUUID(), pattern, script };
    this.routes.push(route);
    return route;
  }

  /** Assigns a route to another script, as `PUT routes/:id` does. */
  moveRoute(id: string | undefined, { pattern, script }: { pattern: string; script: string }) {
    const route = this.routes.find((each) => each.id === id);
    if (route === undefined) throw refused(404, 10021, 'route not found');
    if (!this.scripts.has(script)) throw refused(400, 10019, 'the script does not exist');
    return Object.assign(route, { pattern, script });
  }

  /** Overwrites existing domains, as wrangler does without a terminal. */
  putDomains(service: string, hostnames: string[]): void {
    this.domains = this.domains.filter((domain) => !hostnames.includes(domain.hostname));
    this.records = this.records.filter(({ name }) => !hostnames.includes(name));
    for (const hostname of hostnames) {
      this.domains.push({ id: randomUUID(), hostname, service });
      this.records.push({ name: hostname, type: 'AAAA', proxied: true });
    }
  }

  #migrate(script: Script, { migrations, exports = {} }: Metadata): void {
    const declared = Object.keys(exports).filter((name) => exports[name]?.type === 'durable-object');
    script.classes.push(...declared.filter((name) => !script.classes.includes(name)));
    if (migrations === undefined) return;
    if (migrations.old_tag !== script.migrationTag) throw refused(412, 10079, 'migration tag mismatch');
    script.migrationTag = migrations.new_tag;
    script.classes.push(...migrations.steps.flatMap(({ new_sqlite_classes = [] }) => new_sqlite_classes));
  }

  #refuseDangling(
    name: string,
    own: Script,
    { type, namespace_id, class_name, ...binding }: UploadedBinding,
  ) {
    if (type === 'kv_namespace' && !this.namespaces.some(({ id }) => id === namespace_id)) {
      throw refused(400, 10041, `KV namespace '${namespace_id}' not found`);
    }
    if (type === 'durable_object_namespace') {
      const holder = [undefined, name].includes(binding.script_name)
        ? own
        : this.scripts.get(binding.script_name ?? '');
      if (!holder?.classes.includes(class_name ?? '')) {
        throw refused(400, 10061, `Cannot create binding for class '${class_name}': not found`);
      }
    }
    if (type === 'service' && !this.scripts.has(binding.service ?? '')) {
      throw refused(400, 10143, `Could not resolve service binding to '${binding.service}'`);
    }
  }
}

const newDeployment = (
  version: string,
  message: string | undefined,
  codeUpdate: object | undefined,
): Deployment => ({
  id: randomUUID(),
  version,
  message,
  created: new Date().toISOString(),
  codeUpdate,
});

/** Cloudflare's documented limits: a tag has at most 100 bytes, a message is cut after 1,000. */
function readAnnotations(annotations: Record<string, string> = {}): Record<string, string> {
  const { 'workers/tag': tag = '', 'workers/message': message } = annotations;
  if (Buffer.byteLength(tag) > 100) throw refused(400, 100146, 'workers/tag is longer than 100 bytes');
  if (message === undefined) return annotations;
  return { ...annotations, 'workers/message': Buffer.from(message).subarray(0, 1000).toString() };
}

const newScript = (): Script => ({
  versions: [],
  deployments: [],
  migrationTag: undefined,
  classes: [],
  subdomain: { enabled: false, previews_enabled: false },
  settings: {},
});

export const refused = (status: number, code: number, message: string): Refusal => ({
  status,
  code,
  message,
});
