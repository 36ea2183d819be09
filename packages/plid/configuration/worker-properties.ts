/**
 * Properties that every deployed Worker of plid has in its configuration of wrangler: the workers of each route
 * (tools/configuration), the gateway in a Worker of its own (`plid init worker`), and the examples.
 */
export const workerProperties = {
  /** A preview URL would serve an old version of the sign-in on another host. */
  preview_urls: false,
  /**
   * Workers Logs stores the workers' log lines. Query strings contain codes and `state`, so they are removed from
   * logs and traces. Cloudflare's own line per request is off, because it contains the URL and adds nothing.
   */
  observability: {
    enabled: true,
    redact_query_string: true,
    logs: { enabled: true, invocation_logs: false },
  },
} as const;

/**
 * Requests between gateway, service, and carriers may target a worker of the same zone. Without this compatibility
 * flag they would bypass it.
 */
export const publicFetchFlag = 'global_fetch_strictly_public';

/** First version of wrangler that knows `redact_query_string` (workers-sdk#15379). Earlier ones ignore it. */
export const minWrangler = '4.128.0';
