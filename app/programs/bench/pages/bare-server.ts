// Baseline of the page benchmark: React over node:http, rendering a fixed tree per request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToString } from 'react-dom/server';
import { readHtml, toReact } from './html-tree';

/** Serves a file's page until the process ends, and prints its port. */
export function serveBare(file: string): Promise<never> {
  const tree = readHtml(readFileSync(file, 'utf8'));
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!DOCTYPE html>${renderToString(toReact(tree))}`);
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
  return new Promise<never>(() => undefined);
}
