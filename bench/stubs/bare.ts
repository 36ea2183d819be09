/** A worker that does nothing: the least that any request costs on this machine. */
export default {
  fetch: () => new Response('{"ok":true}', { headers: { 'Content-Type': 'application/json' } }),
};
