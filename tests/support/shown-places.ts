// Everything that a server shows, sends and stores, for tests that look for a secret in it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CALL_ROWS, ROUTE_ROWS } from './access-rows';
import type { DeskServer, Visitor } from './desk-server';
import { SocketClient } from './socket-client';

/** A page, call or file, and all of its text. */
export type Place = readonly [name: string, text: string];

/** Pages, reports, files and calls, with their headers. */
export async function requestPlaces(visitor: Visitor): Promise<readonly Place[]> {
  const pages = Object.values(ROUTE_ROWS)
    .filter(({ kind }) => ['page', 'open'].includes(kind))
    .flatMap(({ paths }) => paths);
  const calls = Object.keys(CALL_ROWS)
    .filter((call) => call.startsWith('GET '))
    .map((call) => `/api/${call.slice('GET '.length)}`);
  const paths = [...pages, ...calls, '/metrics', '/readyz', '/refresh/desk'];
  const places: Place[] = [];
  for (const path of paths.filter((each) => !each.includes(':'))) {
    const response = await visitor.request(path);
    const headers = [...response.headers].map((header) => header.join(': ')).join('\n');
    places.push([path, `${headers}\n${await response.text()}`]);
  }
  return places;
}

/** What the socket of a signed-in user receives. */
export async function receiveMessages(
  { origin }: Pick<DeskServer, 'origin'>,
  visitor: Visitor,
): Promise<Place> {
  const { user } = (await (await visitor.request('/api/auth/check')).json()) as {
    user: { id: string };
  };
  const client = await SocketClient.open(origin, {
    Cookie: `frontmonth=${visitor.cookie('frontmonth')}`,
    Origin: origin,
  });
  await client.signIn(user.id);
  const messages = await client.receiveAll();
  client.terminate();
  return ['socket', messages.map(({ text }) => text).join('\n')];
}

/** All files of a folder, as Latin-1, and of packed ones their contents too. */
export const readFiles = (folder: string): readonly Place[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readPlace(folder, join(entry.parentPath, entry.name)));

function readPlace(folder: string, file: string): Place {
  const bytes = readFileSync(file);
  const contents = file.endsWith('.gz') ? [bytes, gunzipSync(bytes)] : [bytes];
  return [
    file.slice(folder.length),
    contents.map((content) => content.toString('latin1')).join('\n'),
  ];
}
