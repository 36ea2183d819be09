import { html } from 'hono/html';

/** A page. `html` escapes whatever is put into it but what `html` has made. */
export const layout = (body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A Hono app</title>
<style>
  body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  form, a { display: inline-block; margin: 0 1rem 1rem 0; }
  button { padding: .5rem 1rem; font: inherit; }
</style>
${body}
</html>`;
