/**
 * Serves one page at every address, for this machine only: index.html, or another file, as in `node server.js mine.html`.
 * In production, use the server of your own pages.
 */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const port = Number(process.env.PORT ?? 3000);
const page = process.argv[2] ?? new URL('./index.html', import.meta.url);

createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' });
  createReadStream(page).pipe(response);
}).listen(port, 'localhost', () =>
  console.log(`The page is served at port ${port}; open http://localhost:8787`),
);
