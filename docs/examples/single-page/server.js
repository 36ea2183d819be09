/** Serves the files of this folder's app, and its page at every other address, as a host of single-page apps does. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const port = Number(process.env.PORT ?? 3000);
const files = { '/app.js': 'text/javascript', '/index.html': 'text/html' };

createServer((request, response) => {
  const [pathname] = request.url.split('?');
  const file = pathname in files ? pathname : '/index.html';
  response.writeHead(200, { 'Content-Type': `${files[file]}; charset=utf-8`, 'Cache-Control': 'no-cache' });
  createReadStream(new URL(`.${file}`, import.meta.url)).pipe(response);
}).listen(port, 'localhost', () =>
  console.log(`The app is served at port ${port}; open http://localhost:8787`),
);
