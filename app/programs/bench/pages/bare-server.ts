// Baseline of the page benchmark: React over node:http, rendering the tree of each page per request.
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { readHtml, toReact } from './html-tree';

/** Serves each file of a folder at its name until the process ends, and prints the port. */
export function serveBare(folder: string): Promise<never> {
  const trees = new Map(
    readdirSync(folder).map((name) => [
      `/${name}`,
      readHtml(readFileSync(join(folder, name), 'utf8')),
    ]),
  );
  const server = createServer((request, response) => {
    const tree = trees.get(request.url ?? '');
    if (tree === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return response.end(`<!DOCTYPE html>${renderToString(toReact(tree))}`);
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
  return new Promise<never>(() => undefined);
}
