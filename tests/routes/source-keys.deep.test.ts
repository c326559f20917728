// Keys of public sources in wrong places: sources repeat them in every part of their answers, then
// all that the server shows, sends, logs and stores is searched.
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeyForms } from '../../app/server/feeds/public/redacted-key.server';
import { findExchange } from '../support/cassettes';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { type Place, readFiles, receiveMessages, requestPlaces } from '../support/shown-places';
import { ROOT } from '../support/source-files';
import {
  type ReceivedRequest,
  type SourceServer,
  openSourceServer,
} from '../support/source-server';

const KEYS = {
  EIA_KEY: 'Canary+of/eia=4711&x?y',
  PJM_KEY: 'canary-of-pjm-8d20c61b',
  NASS_KEY: 'CANARY-of-nass-55e09f3a',
};
const KEYS_BY_HOST: Readonly<Record<string, string>> = {
  'api.eia.gov': KEYS.EIA_KEY,
  'api.pjm.com': KEYS.PJM_KEY,
  'quickstats.nass.usda.gov': KEYS.NASS_KEY,
};
const HOSTS = Object.keys(KEYS_BY_HOST);
/** Requests after which a source has repeated its key in several ways: PJM takes six a minute. */
const REQUESTS_MIN = 3;
/** A Monday after the crop report. */
const NOW_MS = Date.parse('2026-11-02T22:00:00Z');
const DEMAND = findExchange('eia', 'demand of Texas on the day of 25 hours');
/** Bound only: three requests of PJM take 20 seconds. */
const WAIT = { timeout: 90_000, interval: 200 };

let sources: SourceServer;
let desk: DeskServer;

const countRequests = (host: string): number =>
  sources.received.filter((request) => request.host === host).length;

type RepeatKey = (key: string, response: ServerResponse) => void;

const repeatInPage: RepeatKey = (key, response) =>
  response.end(`<html><p>${key}</p><a href="/?key=${encodeURIComponent(key)}">here</a></html>`);
const repeatInHost: RepeatKey = (key, response) => {
  const name = key.replace(/[^A-Za-z0-9-]/g, '-');
  response.writeHead(302, { location: `https://${name}.example/?api_key=${key}` }).end(key);
};
const repeatInJson: RepeatKey = (key, response) =>
  response
    .writeHead(200, { etag: `"${key}"`, 'set-cookie': `key=${encodeURIComponent(key)}` })
    .end(JSON.stringify({ request: { params: { api_key: key } }, response: { data: [{ key }] } }));
const repeatInStatus: RepeatKey = (key, response) =>
  response
    .writeHead(403, key.replace(/[^A-Za-z0-9-]/g, '-'), { 'www-authenticate': `Basic ${key}` })
    .end(JSON.stringify({ error: { message: `The key ${key} is not valid.` } }));
const repeatInBase64: RepeatKey = (key, response) =>
  response.end(JSON.stringify({ error: Buffer.from(`user:${key}`).toString('base64') }));
const repeatInAddress: RepeatKey = (key, response) =>
  response.writeHead(302, { location: `/${encodeURIComponent(key)}?key=${key}` }).end();
const failWithKey: RepeatKey = (key, response) =>
  response.writeHead(503, { 'retry-after': key }).end(key);

const WAYS = [
  repeatInJson,
  repeatInHost,
  repeatInPage,
  repeatInBase64,
  repeatInStatus,
  repeatInAddress,
  failWithKey,
];

/** An accepted answer of EIA, with the key in the part that EIA fills with the request. */
function respondWithDemand(response: ServerResponse): void {
  const answer = JSON.parse(Buffer.from(DEMAND.body).toString('utf8')) as object;
  const key = KEYS.EIA_KEY;
  response
    .writeHead(200, { etag: `W/"${key}"`, 'last-modified': key })
    .end(JSON.stringify({ ...answer, request: { command: '/v2', params: { api_key: key } } }));
}

function respondAsSource({ host, path }: ReceivedRequest, response: ServerResponse): void {
  const key = KEYS_BY_HOST[host];
  if (key === undefined) return void response.writeHead(404).end();
  if (path.includes('ERCO')) return respondWithDemand(response);
  // Each source begins with another way; the first of NASS is shown by Data Health.
  const first = 2 * HOSTS.indexOf(host);
  const way = WAYS[(first + countRequests(host) - 1) % WAYS.length] ?? failWithKey;
  way(key, response);
}

beforeAll(async () => {
  sources = await openSourceServer(respondAsSource, () => ({ nowMs: NOW_MS, speed: 1 }));
  const { NASS_KEY: _entered, ...settings } = KEYS;
  desk = await startDesk('server.js', {
    ...settings,
    FEED: 'public',
    FEED_SOURCES: 'eia,pjm,nass',
    FEED_ENDPOINT: sources.endpoint,
    LOG_LEVEL: 'trace',
  });
});
/** The key of NASS is entered on the page, and stored encrypted. */
async function enterKey(): Promise<void> {
  const visitor = await new Visitor(desk.origin).signIn();
  const token = await visitor.formFields('/data-health');
  const form = { ...token, intent: 'save-key', source: 'nass', sourceKey: KEYS.NASS_KEY };
  expect((await visitor.postForm('/data-health', form)).status).toBe(303);
}

afterAll(async () => {
  await desk?.stop();
  await sources?.close();
});

const runProgram = (name: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'build', 'programs', `${name}.js`), ...args], {
    cwd: ROOT,
    env: {
      ...KEYS,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: desk.dataDir,
      FEED_ENDPOINT: sources.endpoint,
    },
  });

/** As it is, encoded, and in the letters of a host name. */
const listHits = (places: readonly Place[]): readonly string[] =>
  places.flatMap(([place, text]) => {
    const lower = text.toLowerCase();
    return Object.entries(KEYS)
      .filter(([, key]) => listKeyForms(key).some((form) => lower.includes(form.toLowerCase())))
      .map(([name]) => `${name} in ${place}`);
  });

it('no key of a source is shown, sent, logged or stored', async () => {
  await enterKey();
  for (const host of HOSTS)
    await expect.poll(() => countRequests(host), WAIT).toBeGreaterThanOrEqual(REQUESTS_MIN);
  const visitor = await new Visitor(desk.origin).signIn();
  const readHealth = async () => (await visitor.request('/data-health')).text();
  // What was asked is stored and shown before it is searched.
  await expect.poll(readHealth, WAIT).toContain('REDACTED');
  await expect
    .poll(async () => (await visitor.request('/metrics')).text(), WAIT)
    .toMatch(/frontmonth_source\w*\{[^}]*eia/);
  const shown = [...(await requestPlaces(visitor)), await receiveMessages(desk, visitor)];
  const backup = await runProgram('backup', ['--data-dir', desk.dataDir]);
  const recording = await runProgram('feeds', ['record', 'eia']);
  const printed = [backup, recording].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const stored = readFiles(desk.dataDir);

  const names = stored.map(([name]) => name);
  for (const wanted of [
    /frontmonth\.db$/,
    /db-wal$/,
    /backups.frontmonth-.*\.db$/,
    /cassettes.eia-/,
    /bodies.2026-11-02.*\.gz$/,
  ])
    expect(names).toContainEqual(expect.stringMatching(wanted));
  const cassette = stored.find(([name]) => name.includes('cassettes'))?.[1] ?? '';
  expect(cassette).toContain('REDACTED');
  expect(cassette).toContain('demand ERCO');
  expect(
    listHits([...shown, ['log', desk.output()], ['programs', printed.join('\n')], ...stored]),
  ).toEqual([]);
  // The sources got the keys: the search was for the right texts.
  const sent = sources.received.map(({ path, headers }) => path + JSON.stringify(headers));
  expect(listHits([['sources', sent.join('\n')]])).toHaveLength(3);
}, 180_000);
