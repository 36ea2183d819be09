/** In the place of `cloudflare:workers`, where the workers are only listed (load-workers.ts). */
export class DurableObject {}
export class WorkerEntrypoint {}
