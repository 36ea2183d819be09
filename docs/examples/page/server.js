/** Serves index.html at every address. Whatever serves your own pages takes its place. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const port = Number(process.env.PORT ?? 3000);

createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' });
  createReadStream(new URL('./index.html', import.meta.url)).pipe(response);
}).listen(port, 'localhost', () =>
  console.log(`The page is served at port ${port}; open http://localhost:8787`),
);
