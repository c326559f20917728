// `npm run feeds` over HTTP on loopback: a replay of made answers is recorded again.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFeedsProgram } from '../../../app/programs/feeds/program';
import type { FeedsSettings } from '../../../app/programs/feeds/source-access';
import { createProgress } from '../../../app/programs/progress/progress';
import { type Exchange, readCassette } from '../../../app/server/feeds/cassette.server';
import { getBodyFolder, openBodyFolder } from '../../../app/server/feeds/public/body-folder.server';
import { createSender } from '../../../app/server/feeds/public/egress.server';
import { SourceCollector } from '../../../app/server/feeds/public/source-collector.server';
import { openPublicationStore } from '../../../app/models/public-data/publications.server';
import { eiaSource } from '../../../app/trading/market/sources/eia/source';
import { iemSource } from '../../../app/trading/market/sources/iem/source';
import { acquireLock } from '../../../db/lock.server';
import { buildArchiveExchange } from '../../support/archive-answers';
import { findExchange } from '../../support/cassettes';
import { createReplayFolder } from '../../support/replay-folder';
import { runCaptured } from '../../support/run-captured';
import { startSourceServer } from '../../support/source-server';
import { createEmptyDatabase, createScratchDir } from '../../support/test-database';

const STORMS = findExchange('nhc', 'two storms');
const ERCOT_LIST = findExchange('ercot', 'list of real-time documents');
const ERCOT_PRICES = findExchange('ercot', 'quarter hour');
const GAS = findExchange('eia', 'gas storage of five weeks');
const KEY = 'key-of-eia-canary-4711';

interface RunningServe {
  readonly endpoint: string;
  /** Ends the program; resolves with what it printed. */
  endServe(): Promise<string>;
}

/** Starts `feeds serve` on a free port. */
async function startServe(folder: string, ...args: readonly string[]): Promise<RunningServe> {
  const options = new Map(args.map((arg) => arg.split('=') as [string, string]));
  const printed: string[] = [];
  let resolveEnd: () => void = () => undefined;
  const program = createFeedsProgram({
    waitForEnd: () => new Promise((resolve) => (resolveEnd = resolve)),
  });
  const ended = Promise.resolve(
    program.run({
      files: ['serve', folder],
      option: (name) => (name === 'port' ? '0' : options.get(name)),
      flag: (name) => options.has(name),
      isJson: false,
      print: (text) => printed.push(text),
      printJson: () => undefined,
      progress: createProgress(),
    }),
  );
  const findOrigin = (): string | undefined =>
    /FEED_ENDPOINT=(\S+) npm start/.exec(printed.join('\n'))?.[1];
  await expect.poll(findOrigin).toBeDefined();
  return {
    endpoint: findOrigin() ?? '',
    async endServe() {
      resolveEnd();
      expect(await ended).toBe(0);
      return printed.join('\n');
    },
  };
}

const runFeeds = (settings: Partial<FeedsSettings>, ...args: string[]) =>
  runCaptured(
    createFeedsProgram({
      getSettings: () => ({ DATA_DIR: createScratchDir(), ...settings }),
      waitForEnd: () => Promise.resolve(),
    }),
    ...args,
  );

const readRecorded = (path: string): readonly Exchange[] =>
  readCassette(path, readFileSync(path, 'utf8'));

describe('npm run feeds -- body', () => {
  const PAGE = `<html>\u001b]0;title\u0007${KEY}</html>\r\n`;
  const SHOWN = '<html>\\u001b]0;title\\u0007REDACTED</html>\n\n';

  it('lists what was refused and shows what was sent, without key and control characters', async () => {
    const { db, dataDir } = createEmptyDatabase();
    const server = await startSourceServer((_, response) => response.end(PAGE));
    const settings = { DATA_DIR: dataDir };
    const collector = new SourceCollector({
      source: eiaSource,
      store: openPublicationStore(db),
      send: createSender({ findKey: () => KEY, userAgent: 'test', endpoint: server.endpoint }),
      isPaused: () => false,
      onReadings: () => undefined,
      saveBody: (body, atMs) => folder.saveBody(body, atMs),
      onFault: (error) => expect.fail(error.message),
      uniform: () => 0,
      nowMs: () => Date.parse('2026-11-20T12:00:00Z'),
    });
    const folder = openBodyFolder({
      folder: getBodyFolder(dataDir),
      onFault: (error) => expect.fail(error.message),
    });
    await collector.runStep();
    const listed = await runFeeds(settings, 'body', 'eia');
    expect(listed).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        /^[0-9a-f]{64} 2026-11-20T12:00:00.000Z .*: the answer is an HTML page\n$/,
      ) as string,
    });
    const sha256 = listed.printed.slice(0, 64);
    expect(await runFeeds(settings, 'body', sha256)).toEqual({ code: 0, printed: SHOWN });
  });

  it.each([
    ['a'.repeat(64), /No body a{64} is stored. Bodies are removed after 14 days/],
    ['unknown', /There is no source 'unknown'. There are: nws, .*iem/],
    ['nhc', /No answer of .* with a body was refused/],
  ])('says what is missing: %s', async (subject, message) => {
    const { dataDir } = createEmptyDatabase();
    expect(await runFeeds({ DATA_DIR: dataDir }, 'body', subject)).toEqual({
      code: 1,
      printed: expect.stringMatching(message) as string,
    });
  });
});

describe('npm run feeds -- record', () => {
  it('records the bodies of a replay again, as of the replayed moment', async () => {
    const serve = await startServe(createReplayFolder([STORMS]), 'at=2026-09-10T16:00:00Z');
    const dataDir = createScratchDir();
    const settings = { DATA_DIR: dataDir, FEED_ENDPOINT: serve.endpoint };
    expect((await runFeeds(settings, 'record', 'nhc')).code).toBe(0);
    const { code, printed } = await runFeeds(settings, 'record', 'nhc');
    await serve.endServe();

    const folder = join(dataDir, 'cassettes');
    expect(readdirSync(folder)).toEqual(['nhc-2026-09-10.jsonl']);
    const path = join(folder, 'nhc-2026-09-10.jsonl');
    expect({ code, printed }).toEqual({ code: 0, printed: `1 answers recorded in ${path}\n` });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const recorded = readRecorded(path);
    expect(recorded).toHaveLength(2);
    for (const exchange of recorded) {
      expect(Buffer.from(exchange.body)).toEqual(Buffer.from(STORMS.body));
      expect(exchange).toMatchObject({ request: STORMS.request, origin: 'recorded' });
      expect(exchange.at).toMatch(/^2026-09-10T16:0/);
    }
  });

  it('follows a list to its document', async () => {
    const folder = createReplayFolder([ERCOT_LIST, ERCOT_PRICES]);
    const serve = await startServe(folder, 'at=2026-11-27T12:50:00Z');
    const path = join(createScratchDir(), 'ercot.jsonl');
    await runFeeds({ FEED_ENDPOINT: serve.endpoint }, 'record', 'ercot', '--to', path);
    await serve.endServe();
    expect(readRecorded(path).map(({ request, body }) => [request, Buffer.from(body)])).toEqual(
      [ERCOT_LIST, ERCOT_PRICES].map(({ request, body }) => [request, Buffer.from(body)]),
    );
  });

  it('contains no key, neither of the address nor of an echo', async () => {
    const source = await startSourceServer(({ path }, response) => {
      if (source.received.length === 1) response.end(JSON.stringify({ request: path, key: KEY }));
      else response.writeHead(429).end();
    });
    const path = join(createScratchDir(), 'eia.jsonl');
    const settings = { FEED_ENDPOINT: source.endpoint, EIA_KEY: KEY };
    const { printed } = await runFeeds(settings, 'record', 'eia', '--to', path, '--json');
    expect(source.received[0]?.path).toContain(KEY);
    expect(readRecorded(path)[0]?.request.url).not.toContain('api_key');
    expect(readFileSync(path, 'utf8') + printed).not.toContain(KEY);
  });

  it('exits with 1 and the reasons when nothing was recorded', async () => {
    const source = await startSourceServer((_, response) => response.writeHead(503).end());
    const path = join(createScratchDir(), 'nhc.jsonl');
    const settings = { FEED_ENDPOINT: source.endpoint };
    expect(await runFeeds(settings, 'record', 'nhc', '--to', path)).toEqual({
      code: 1,
      printed: 'current storms: status 503\nNothing was recorded.\n',
    });
  });

  it.each([
    [['record', 'moon'], /There is no source 'moon'\. There are: nws, /],
    [['record', 'eia'], /needs a free key\. Set EIA_KEY in \.env/],
    [['record', 'yahoo'], /has terms: .* Accept them with --accept-terms\./],
    [['record'], /Use record SOURCE/],
    [['rewind', 'nhc'], /There is no 'rewind'/],
  ])('%j is explained', async (args, text) => {
    const { code, printed } = await runFeeds({}, ...args);
    expect(code).toBe(1);
    expect(printed).toMatch(text);
  });
});

describe('npm run feeds -- backfill', () => {
  const SPAN = ['--from', '2025-06-01', '--until', '2025-06-02'];
  const AT = '2026-11-20T12:00:00Z';
  const REQUESTS = iemSource.planBackfill(
    { fromMs: Date.UTC(2025, 5, 1), untilMs: Date.UTC(2025, 5, 2) },
    Date.parse(AT),
  );
  const runBackfill = (settings: Partial<FeedsSettings>, ...args: string[]) =>
    runCaptured(
      createFeedsProgram({
        getSettings: () => ({ DATA_DIR: createScratchDir(), ...settings }),
        waitForEnd: () => new Promise(() => undefined),
      }),
      'backfill',
      ...args,
    );

  it('stores the past of a replay in the database, once', async () => {
    const exchanges = REQUESTS.map((request) => buildArchiveExchange(request, AT));
    const serve = await startServe(createReplayFolder(exchanges), `at=${AT}`, 'speed=3600');
    const settings = { DATA_DIR: createScratchDir(), FEED_ENDPOINT: serve.endpoint };
    const first = await runBackfill(settings, 'iem', ...SPAN);
    expect(first).toMatchObject({
      code: 0,
      printed: [
        'Iowa Environmental Mesonet: 39 requests, about 2 min at its pace.',
        'Requests: 39 sent, 39 accepted, 0 without a usable answer, 0 answered before.',
        `Values: ${13 * 5} new, 0 known already.`,
        '',
      ].join('\n'),
    });
    const again = await runBackfill(settings, 'iem', ...SPAN, '--json');
    await serve.endServe();
    expect(JSON.parse(again.printed)).toMatchObject({ sent: 0, answeredBefore: 39, newValues: 0 });
    const { db } = createEmptyDatabase(settings.DATA_DIR);
    expect(openPublicationStore(db).listReadings('climate day', 0)).toHaveLength(13);
    expect(openPublicationStore(db).listReadings('archived forecast', 0)).toHaveLength(4 * 13);
    expect(openPublicationStore(db).listReadings('archived forecast/00', 0)).toHaveLength(2 * 13);
  });

  it('exits with 1 while requests are open, and says how to continue', async () => {
    const source = await startSourceServer((_, response) => response.writeHead(503).end());
    const settings = { FEED_ENDPOINT: source.endpoint };
    const program = createFeedsProgram({
      getSettings: () => ({ DATA_DIR: createScratchDir(), ...settings }),
      waitForEnd: () => Promise.resolve(),
    });
    const { code, printed } = await runCaptured(program, 'backfill', 'iem', ...SPAN);
    expect(code).toBe(1);
    expect(printed).toContain('Interrupted.\n39 requests are open. The same command continues.\n');
  });

  it('changes nothing while a server uses the data directory', async () => {
    const { dataDir, path } = createEmptyDatabase();
    const lock = acquireLock(dataDir);
    const before = readFileSync(path);
    const source = await startSourceServer((_, response) => response.writeHead(404).end());
    const settings = { DATA_DIR: dataDir, FEED_ENDPOINT: source.endpoint };
    const { code, printed } = await runBackfill(settings, 'iem', ...SPAN);
    lock.release();
    expect(source.received).toEqual([]);
    expect(code).toBe(1);
    expect(printed).toMatch(/Another Frontmonth is using DATA_DIR .* Nothing was changed\./);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    [['nws'], /There is no source 'nws'\. There are: iem\./],
    [['iem', '--from', '2025-6-1'], /--from is no date .* Write YYYY-MM-DD\./],
    [['iem', '--until', '2025-02-30'], /--until is no date/],
    [['iem', ...SPAN.slice(0, 2), '--until', '2025-06-01'], /--until must be later than --from/],
    [['iem', '--from', '2090-01-01'], /The range has no complete day/],
  ])('%j is explained', async (args, text) => {
    const { code, printed } = await runBackfill({}, ...args);
    expect(code).toBe(1);
    expect(printed).toMatch(text);
  });
});

describe('npm run feeds -- serve', () => {
  it('advances at its speed, prints each request if asked, and sums up', async () => {
    const folder = createReplayFolder([STORMS, GAS]);
    const serve = await startServe(folder, 'at=2026-09-10T15:00:00Z', 'speed=3600', 'verbose=true');
    const storms = `${serve.endpoint}/www.nhc.noaa.gov/CurrentStorms.json?key=${KEY}`;
    const readStatus = async (): Promise<number> => (await fetch(storms)).status;
    expect(await readStatus()).toBe(404);
    // ten replayed minutes
    await expect.poll(readStatus, { interval: 100, timeout: 10_000 }).toBe(200);
    const printed = await serve.endServe();
    expect(printed).toContain('2 answers of 2 addresses, 2026-09-10T15:10:00.000Z to 2026-11-25');
    expect(printed).toContain('No answer is that old');
    expect(printed).toMatch(/^2026-09-10T15:\S+ 200 www\.nhc\.noaa\.gov\/CurrentStorms\.json$/m);
    expect(printed).toMatch(/^Answers: 200 1, 404 \d+$/m);
    expect(printed).toMatch(/^Hosts: www\.nhc\.noaa\.gov \d+$/m);
    expect(printed).not.toContain(KEY);
  });

  it('prints its summary as JSON', async () => {
    const folder = createReplayFolder([STORMS]);
    const args = ['serve', folder, '--at', '2026-09-10T15:00:00Z', '--port', '0', '--json'];
    const { code, printed } = await runFeeds({}, ...args);
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({ requests: 0, answers: {}, hosts: {} });
  });

  it.each([
    [[], '--at needs a time with its zone'],
    [['--at', '2026-09-10'], "not '2026-09-10'"],
    [['--at', '2026-09-10T15:00:00'], '--at needs a time with its zone'],
    [['--at', '2026-09-10T15:00:00Z', '--speed', '0'], '--speed needs a number from 0.01 to 3600'],
    [['--at', '2026-09-10T15:00:00Z', '--port', 'x'], '--port needs a port number'],
  ])('with %j names what is wrong', async (args, text) => {
    const { code, printed } = await runFeeds({}, 'serve', createReplayFolder([STORMS]), ...args);
    expect(code).toBe(1);
    expect(printed).toContain(text);
  });

  it('names a folder without recorded answers, a bad script, and a port in use', async () => {
    const at = ['--at', '2026-09-10T15:00:00Z'];
    expect((await runFeeds({}, 'serve', createScratchDir(), ...at)).printed).toContain(
      'has no recorded answers',
    );
    const folder = createReplayFolder([STORMS]);
    writeFileSync(join(folder, 'faults.json'), '[{}]');
    expect((await runFeeds({}, 'serve', folder, ...at)).printed).toContain('faults.json, fault 1');
    const serve = await startServe(createReplayFolder([STORMS]), 'at=2026-09-10T15:00:00Z');
    const port = new URL(serve.endpoint).port;
    const taken = createReplayFolder([STORMS]);
    expect((await runFeeds({}, 'serve', taken, ...at, '--port', port)).printed).toContain(
      `Port ${port} cannot be used (EADDRINUSE). Set another with --port.`,
    );
    await serve.endServe();
  });
});
