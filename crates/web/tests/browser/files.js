// A file server as plain as any, for the page with no server: it serves a folder under a sub-path,
// and knows the media types that scripts and modules need.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.wasm': 'application/wasm' };

/** Serves a folder; `sent` counts the bytes. */
export async function serve(folder, under = '/games/kuraban') {
  const served = { url: '', sent: 0, close: () => {} };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = normalize(pathname.slice(under.length + 1)) === '.' ? 'index.html' : normalize(pathname.slice(under.length + 1));
    try {
      if (!pathname.startsWith(`${under}/`) || name.startsWith('..')) throw new Error('elsewhere');
      const bytes = await readFile(join(folder, name));
      served.sent += bytes.length;
      response.writeHead(200, { 'Content-Type': KINDS[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  served.url = `http://127.0.0.1:${server.address().port}${under}`;
  served.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return served;
}

if (process.argv[2] === '--serve') console.log((await serve(process.argv[3])).url);
