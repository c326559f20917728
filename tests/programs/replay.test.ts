import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { runProgram } from '../../app/programs/cli';
import { replayProgram } from '../../app/programs/replay/program';
import { MIGRATIONS_FOLDER } from '../../app/server/platform/project.server';
import { DAY_MS } from '../../app/trading/domain/time';

let folder = '';

/** Two and a half years of daily crude oil: two waves, with one move below zero. */
function writePrices(name: string): string {
  const rows = ['Date,Open,High,Low,Close'];
  for (let day = 0; day < 900; day += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + day * DAY_MS);
    if (date.getUTCDay() % 6 === 0) continue;
    const computeLevel = (at: number): number =>
      60 + 30 * Math.sin(at / 40) + 5 * Math.sin(at / 7) - (day > 108 && day < 112 ? 70 : 0);
    const [open, close] = [computeLevel(day - 1), computeLevel(day)];
    const cells = [open, Math.max(open, close) + 0.4, Math.min(open, close) - 0.4, close].map(
      (price) => price.toFixed(2),
    );
    rows.push([date.toISOString().slice(0, 10), ...cells].join(','));
  }
  const file = join(folder, name);
  writeFileSync(file, `${rows.join('\n')}\n`);
  return file;
}

/** Two and a half years of degree days; from `coldFrom` every day is extremely cold. */
function writeWeather(name: string, coldFrom = Infinity): string {
  const rows = ['date,hdd,cdd'];
  for (let day = 0; day < 900; day += 1) {
    const hdd = Math.max(0, 20 + 15 * Math.cos(day / 58.1) + 8 * Math.sin(day * 1.7));
    rows.push(
      `${new Date(Date.UTC(2020, 0, 1) + day * DAY_MS).toISOString().slice(0, 10)},${(day >= coldFrom ? 90 : hdd).toFixed(1)},0`,
    );
  }
  const file = join(folder, name);
  writeFileSync(file, `${rows.join('\n')}\n`);
  return file;
}

/** Runs the program like the command line; returns output and exit code. */
async function runReplayProgram(...args: string[]) {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    return {
      code: await runProgram(replayProgram, args),
      out: written.stdout,
      error: written.stderr,
    };
  } finally {
    spies.forEach((spy) => spy.mockRestore());
  }
}

const getFolder = (name: string): string => join(folder, 'books', name);

function queryColumn<T>(name: string, sql: string): T[] {
  const db = openDatabase(join(getFolder(name), 'frontmonth.db'), { readonly: true });
  try {
    return db.$client.prepare(sql).pluck().all() as T[];
  } finally {
    closeDatabase(db);
  }
}

let prices = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-replay-'));
  prices = writePrices('wti.csv');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run replay', () => {
  it('trades a history and prints the results', async () => {
    const { code, out } = await runReplayProgram(prices, '--data-dir', getFolder('text'));
    expect(code).toBe(0);
    expect(out).toContain(
      'wti.csv: Crude Oil Futures (CL), 643 bars from 2020-01-01 to 2022-06-17, tick 0.01',
    );
    for (const message of [
      'MOMENTUM',
      'no trades',
      'buy and hold, equal exposure',
      'buy and hold, full notional',
      'spread and slippage',
      'Rejected: ',
      'Audit: npm run audit',
    ]) {
      expect(out).toContain(message);
    }
    const [hash] = queryColumn<string>(
      'text',
      'SELECT lower(hex(hash)) FROM event ORDER BY seq DESC LIMIT 1',
    );
    expect(out).toContain(`hash ${hash}`);
  });

  it('its figures equal the database to the mill', async () => {
    const { code, out } = await runReplayProgram(
      prices,
      '--playbook',
      'BREAKOUT',
      '--size',
      'large',
      '--cash',
      '100000',
      '--data-dir',
      getFolder('json'),
      '--json',
    );
    expect(code).toBe(0);
    const [run] = JSON.parse(out).runs;
    const { profit, trades } = run.report;
    expect(trades).toBeGreaterThan(3);
    expect(queryColumn('json', "SELECT count(*) FROM position WHERE status = 'CLOSED'")).toEqual([
      trades,
    ]);
    expect(queryColumn('json', 'SELECT sum(fee_mills) FROM fill')).toEqual([profit.feesMills]);
    // A tick of a barrel lot is a cent: 10 mills.
    expect(
      queryColumn('json', 'SELECT sum(abs(price_ticks - mid_ticks) * lots * 10) FROM fill'),
    ).toEqual([profit.frictionMills]);
    const [banked] = queryColumn<number>(
      'json',
      'SELECT sum(realised_mills - fees_mills) FROM position',
    );
    const [open] = queryColumn<number>(
      'json',
      'SELECT unrealised_mills FROM snapshot ORDER BY event_seq DESC LIMIT 1',
    );
    expect((banked ?? 0) + (open ?? 0)).toBe(profit.netMills);
    expect(profit.grossMills).toBe(profit.netMills + profit.feesMills + profit.frictionMills);
    expect(run.books.equityMills - run.books.capitalMills).toBe(profit.netMills);
    expect(run.books.capitalMills).toBe(100_000_000);
  });

  it('gives the same log hash for the same inputs, and another for other options', async () => {
    const getLogHash = async (name: string, ...more: string[]): Promise<string> => {
      const { out } = await runReplayProgram(
        prices,
        '--data-dir',
        getFolder(name),
        '--json',
        ...more,
      );
      return JSON.parse(out).runs[0].head.hash;
    };
    const first = await getLogHash('same-1');
    expect(await getLogHash('same-2')).toBe(first);
    expect(await getLogHash('other', '--risk', 'aggressive')).not.toBe(first);
  });

  it('has no look-ahead: a shorter history gives a prefix of the same log', async () => {
    for (const playbook of ['MOMENTUM', 'MEAN_REVERSION', 'BREAKOUT', 'SEASONAL']) {
      await runReplayProgram(
        prices,
        '--playbook',
        playbook,
        '--data-dir',
        getFolder(`whole-${playbook}`),
      );
      await runReplayProgram(
        prices,
        '--playbook',
        playbook,
        '--data-dir',
        getFolder(`part-${playbook}`),
        '--to',
        '2021-06-30',
      );
      const whole = queryColumn<string>(`whole-${playbook}`, 'SELECT hash FROM event ORDER BY seq');
      const part = queryColumn<string>(`part-${playbook}`, 'SELECT hash FROM event ORDER BY seq');
      expect(part.length).toBeGreaterThan(300);
      expect(part.length).toBeLessThan(whole.length - 200);
      expect(whole.slice(0, part.length)).toEqual(part);
    }
  });

  it('runs all five strategies in separate databases and reports missing input', async () => {
    const withoutWeather = await runReplayProgram(
      prices,
      '--playbook',
      'all',
      '--data-dir',
      getFolder('all'),
    );
    expect(withoutWeather.code).toBe(0);
    expect(withoutWeather.out).toMatch(/^WEATHER_ANOMALY +not run$/m);
    expect(withoutWeather.out.match(/^Audit: /gm)?.length).toBe(4);
    const weatherOnly = await runReplayProgram(
      prices,
      '--playbook',
      'WEATHER_ANOMALY',
      '--data-dir',
      getFolder('none'),
    );
    expect(weatherOnly.code).toBe(1);
    expect(weatherOnly.out).toContain(
      'Crude Oil Futures: not run, input hdd missing. Add a weather file with --weather.',
    );
  });

  it('trades on weather data', async () => {
    const { code, out } = await runReplayProgram(
      prices,
      '--playbook',
      'WEATHER_ANOMALY',
      '--weather',
      writeWeather('weather.csv'),
      '--data-dir',
      getFolder('weather'),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).runs[0].report.trades).toBeGreaterThan(0);
    const [reason] = queryColumn<string>(
      'weather',
      "SELECT json_extract(payload, '$.reason') FROM event WHERE type = 'DecisionTaken' LIMIT 1",
    );
    expect(reason).toMatch(/^hdd .* sigma from its normal/);
  });

  // Mondays from December 13, 2021; on some of them the strategy can act at once.
  it.each([712, 719, 726, 733, 740])(
    'uses no weather before its publication, on day %d',
    async (cold) => {
      const readDecisions = async (name: string, file: string) => {
        await runReplayProgram(
          prices,
          '--playbook',
          'WEATHER_ANOMALY',
          '--weather',
          file,
          '--data-dir',
          getFolder(name),
        );
        const decisions =
          "SELECT payload FROM event WHERE type = 'DecisionTaken' AND json_extract(payload, '$.quote.atMs')";
        const listDecisionsUntil = (moment: number) =>
          queryColumn<string>(name, `${decisions} < ${moment} ORDER BY seq`);
        // A day is published at noon of the next day, so its own bar
        // cannot use it.
        return {
          before: listDecisionsUntil(Date.UTC(2020, 0, 1) + (cold + 1) * DAY_MS),
          all: listDecisionsUntil(Number.MAX_SAFE_INTEGER),
        };
      };
      const mild = await readDecisions(`mild-${cold}`, writeWeather('mild.csv'));
      const froze = await readDecisions(`froze-${cold}`, writeWeather('cold.csv', cold));
      expect(froze.before.length).toBeGreaterThan(5);
      expect(froze.before).toEqual(mild.before);
      expect(froze.all).not.toEqual(mild.all);
    },
  );

  it('fills orders at the next open, not at the decision price', async () => {
    await runReplayProgram(
      prices,
      '--playbook',
      'MEAN_REVERSION',
      '--data-dir',
      getFolder('later'),
    );
    const market = "FROM fill f JOIN trade_order o ON o.id = f.order_id WHERE o.type = 'MARKET'";
    expect(queryColumn<number>('later', `SELECT count(*) ${market}`)[0]).toBeGreaterThan(3);
    expect(queryColumn('later', `SELECT count(*) ${market} AND f.at_ms <= o.placed_ms`)).toEqual([
      0,
    ]);
  });
});

describe('replay folder', () => {
  it('is replaced only with --replace', async () => {
    expect(
      (await runReplayProgram(prices, '--data-dir', getFolder('once'), '--to', '2020-06-30')).code,
    ).toBe(0);
    const again = await runReplayProgram(prices, '--data-dir', getFolder('once'));
    expect(again.code).toBe(1);
    expect(again.error).toContain('has a database already');
    expect(
      (await runReplayProgram(prices, '--data-dir', getFolder('once'), '--replace')).code,
    ).toBe(0);
    expect(
      queryColumn<number>('once', "SELECT count(*) FROM event WHERE type = 'PortfolioValued'")[0],
    ).toBe(643);
  });

  it("is never replaced when it has a terminal's database", async () => {
    const file = prepareDatabasePath(getFolder('desk'));
    const db = openDatabase(file);
    migrateDatabase(db, MIGRATIONS_FOLDER);
    db.$client
      .prepare(
        "INSERT INTO user (id, username, password_hash, is_disabled, created_ms, updated_ms) VALUES ('u1', 'trader', 'x', 0, 0, 0)",
      )
      .run();
    closeDatabase(db);
    const before = readFileSync(file);
    const { code, error } = await runReplayProgram(
      prices,
      '--data-dir',
      getFolder('desk'),
      '--replace',
    );
    expect(code).toBe(1);
    expect(error).toContain('has the database of a terminal, not of a replay');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is rejected when its file is not a database', async () => {
    writeFileSync(
      prepareDatabasePath(getFolder('junk')),
      'not a database, and long enough to be looked at as one',
    );
    const { code, error } = await runReplayProgram(
      prices,
      '--data-dir',
      getFolder('junk'),
      '--replace',
    );
    expect(code).toBe(1);
    expect(error).not.toContain('    at ');
    expect(readFileSync(join(getFolder('junk'), 'frontmonth.db'), 'utf8')).toContain(
      'not a database',
    );
  });
});

describe('replay options', () => {
  it.each([
    { args: [], message: 'Give at least one price CSV file' },
    { args: ['gone.csv'], message: 'Cannot read gone.csv' },
    { args: ['PRICES', '--playbook', 'X'], message: '--playbook must be one of MOMENTUM' },
    { args: ['PRICES', '--from', '2020'], message: '--from must be a date such as 2020-04-20' },
    {
      args: ['PRICES', '--from', '2021-01-01', '--to', '2020-01-01'],
      message: '--from must not be later than --to',
    },
    { args: ['PRICES', '--cash', '-5'], message: 'argument is ambiguous' },
    { args: ['PRICES', '--cash', '0'], message: '--cash must be above zero' },
    { args: ['PRICES', '--commodity', 'gold'], message: '--commodity must be one of electricity' },
    {
      args: ['PRICES', '--from', '2030-01-01'],
      message: 'has no Crude Oil Futures bars between --from and --to',
    },
    { args: ['PRICES', 'PRICES'], message: 'are both CL' },
    { args: ['PRICES', '--unknown'], message: "Unknown option '--unknown'" },
  ])('$args', async ({ args, message }) => {
    const { code, error } = await runReplayProgram(
      ...args.map((word) => (word === 'PRICES' ? prices : word)),
      '--data-dir',
      getFolder('refused'),
    );
    expect(code).toBe(1);
    expect(error).toContain(message);
    expect(error).not.toContain('    at ');
  });
});
