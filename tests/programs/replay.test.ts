import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { runProgram } from '../../app/programs/cli';
import { replayProgram } from '../../app/programs/replay/program';
import { MIGRATIONS_FOLDER } from '../../app/server/platform/project.server';
import { DAY_MS } from '../../app/trading/domain/time';

let folder = '';

/**
 * Daily crude oil over two and a half years: two waves of different length, through zero and back
 * once.
 */
function priceFile(name: string): string {
  const rows = ['Date,Open,High,Low,Close'];
  for (let day = 0; day < 900; day += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + day * DAY_MS);
    if (date.getUTCDay() % 6 === 0) continue;
    const level = (at: number): number =>
      60 + 30 * Math.sin(at / 40) + 5 * Math.sin(at / 7) - (day > 108 && day < 112 ? 70 : 0);
    const [open, close] = [level(day - 1), level(day)];
    const cells = [open, Math.max(open, close) + 0.4, Math.min(open, close) - 0.4, close].map(
      (price) => price.toFixed(2),
    );
    rows.push([date.toISOString().slice(0, 10), ...cells].join(','));
  }
  const file = join(folder, name);
  writeFileSync(file, `${rows.join('\n')}\n`);
  return file;
}

/**
 * Two and a half years of degree days; from `coldFrom` on every day is far colder than any before.
 */
function weatherFile(name: string, coldFrom = Infinity): string {
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

/** Runs the program as the command line does; what it printed, and its exit code. */
async function replay(...args: string[]) {
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

const books = (name: string): string => join(folder, 'books', name);

function query<T>(name: string, sql: string): T[] {
  const db = openDatabase(join(books(name), 'frontmonth.db'), { readonly: true });
  try {
    return db.$client.prepare(sql).pluck().all() as T[];
  } finally {
    closeDatabase(db);
  }
}

let prices = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-replay-'));
  prices = priceFile('wti.csv');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run replay', () => {
  it('trades a history and prints what the books say', async () => {
    const { code, out } = await replay(prices, '--data-dir', books('text'));
    expect(code).toBe(0);
    expect(out).toContain(
      'wti.csv: Crude Oil Futures (CL), 643 bars from 2020-01-01 to 2022-06-17, tick 0.01',
    );
    for (const said of [
      'MOMENTUM',
      'doing nothing',
      'buy and hold, equal exposure',
      'buy and hold, full notional',
      'spread and slippage',
      'Refused: ',
      'Audit: npm run audit',
    ]) {
      expect(out).toContain(said);
    }
    const [hash] = query<string>('text', 'SELECT hash FROM event ORDER BY seq DESC LIMIT 1');
    expect(out).toContain(`hash ${hash}`);
  });

  it('its figures are those of the tables on disk, to the mill', async () => {
    const { code, out } = await replay(
      prices,
      '--playbook',
      'BREAKOUT',
      '--size',
      'large',
      '--cash',
      '100000',
      '--data-dir',
      books('json'),
      '--json',
    );
    expect(code).toBe(0);
    const [run] = JSON.parse(out).runs;
    const { profit, trades } = run.report;
    expect(trades).toBeGreaterThan(3);
    expect(query('json', "SELECT count(*) FROM position WHERE status = 'CLOSED'")).toEqual([
      trades,
    ]);
    expect(query('json', 'SELECT sum(fee_mills) FROM fill')).toEqual([profit.feesMills]);
    // A tick of a barrel lot is a cent: 10 mills.
    expect(query('json', 'SELECT sum(abs(price_ticks - mid_ticks) * lots * 10) FROM fill')).toEqual(
      [profit.frictionMills],
    );
    const [banked] = query<number>('json', 'SELECT sum(realised_mills - fees_mills) FROM position');
    const [open] = query<number>(
      'json',
      'SELECT unrealised_mills FROM snapshot ORDER BY event_seq DESC LIMIT 1',
    );
    expect((banked ?? 0) + (open ?? 0)).toBe(profit.netMills);
    expect(profit.grossMills).toBe(profit.netMills + profit.feesMills + profit.frictionMills);
    expect(run.books.equityMills - run.books.capitalMills).toBe(profit.netMills);
    expect(run.books.capitalMills).toBe(100_000_000);
  });

  it('gives the same log for the same files, and another for other terms', async () => {
    const hashOf = async (name: string, ...more: string[]): Promise<string> => {
      const { out } = await replay(prices, '--data-dir', books(name), '--json', ...more);
      return JSON.parse(out).runs[0].head.hash;
    };
    const first = await hashOf('same-1');
    expect(await hashOf('same-2')).toBe(first);
    expect(await hashOf('other', '--risk', 'aggressive')).not.toBe(first);
  });

  it('cannot see what comes after: a shorter history gives the first part of the same log', async () => {
    for (const playbook of ['MOMENTUM', 'MEAN_REVERSION', 'BREAKOUT', 'SEASONAL']) {
      await replay(prices, '--playbook', playbook, '--data-dir', books(`whole-${playbook}`));
      await replay(
        prices,
        '--playbook',
        playbook,
        '--data-dir',
        books(`part-${playbook}`),
        '--to',
        '2021-06-30',
      );
      const whole = query<string>(`whole-${playbook}`, 'SELECT hash FROM event ORDER BY seq');
      const part = query<string>(`part-${playbook}`, 'SELECT hash FROM event ORDER BY seq');
      expect(part.length).toBeGreaterThan(300);
      expect(part.length).toBeLessThan(whole.length - 200);
      expect(whole.slice(0, part.length)).toEqual(part);
    }
  });

  it('runs all five into books of their own, or says which has no input', async () => {
    const without = await replay(prices, '--playbook', 'all', '--data-dir', books('all'));
    expect(without.code).toBe(0);
    expect(without.out).toMatch(/^WEATHER_ANOMALY +no input, not run$/m);
    expect(without.out.match(/^Audit: /gm)?.length).toBe(4);
    const alone = await replay(
      prices,
      '--playbook',
      'WEATHER_ANOMALY',
      '--data-dir',
      books('none'),
    );
    expect(alone.code).toBe(1);
    expect(alone.out).toContain(
      'Crude Oil Futures: no input, not run. It needs hdd; name a weather file with --weather.',
    );
  });

  it('trades on weather when it has it', async () => {
    const { code, out } = await replay(
      prices,
      '--playbook',
      'WEATHER_ANOMALY',
      '--weather',
      weatherFile('weather.csv'),
      '--data-dir',
      books('weather'),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).runs[0].report.trades).toBeGreaterThan(0);
    const [reason] = query<string>(
      'weather',
      "SELECT json_extract(payload, '$.reason') FROM event WHERE type = 'DecisionTaken' LIMIT 1",
    );
    expect(reason).toMatch(/^hdd .* sigma from its normal/);
  });

  // Mondays from 13 December 2021 on: on some of them the rule is free to act at once.
  it.each([712, 719, 726, 733, 740])(
    'knows no weather before it is published, on day %d',
    async (cold) => {
      const logOf = async (name: string, file: string) => {
        await replay(
          prices,
          '--playbook',
          'WEATHER_ANOMALY',
          '--weather',
          file,
          '--data-dir',
          books(name),
        );
        const decisions =
          "SELECT payload FROM event WHERE type = 'DecisionTaken' AND json_extract(payload, '$.quote.atMs')";
        const until = (moment: number) =>
          query<string>(name, `${decisions} < ${moment} ORDER BY seq`);
        // Days are over at midnight and published at noon: the bar of the day itself still knows
        // nothing.
        return {
          before: until(Date.UTC(2020, 0, 1) + (cold + 1) * DAY_MS),
          all: until(Number.MAX_SAFE_INTEGER),
        };
      };
      const mild = await logOf(`mild-${cold}`, weatherFile('mild.csv'));
      const froze = await logOf(`froze-${cold}`, weatherFile('cold.csv', cold));
      expect(froze.before.length).toBeGreaterThan(5);
      expect(froze.before).toEqual(mild.before);
      expect(froze.all).not.toEqual(mild.all);
    },
  );

  it('fills a decision at the next open, never at the price that it was taken on', async () => {
    await replay(prices, '--playbook', 'MEAN_REVERSION', '--data-dir', books('later'));
    const market = "FROM fill f JOIN trade_order o ON o.id = f.order_id WHERE o.type = 'MARKET'";
    expect(query<number>('later', `SELECT count(*) ${market}`)[0]).toBeGreaterThan(3);
    expect(query('later', `SELECT count(*) ${market} AND f.at_ms <= o.placed_ms`)).toEqual([0]);
  });
});

describe('its folder', () => {
  it('is never overwritten, and replaced only when asked', async () => {
    expect((await replay(prices, '--data-dir', books('once'), '--to', '2020-06-30')).code).toBe(0);
    const again = await replay(prices, '--data-dir', books('once'));
    expect(again.code).toBe(1);
    expect(again.error).toContain('holds books already');
    expect((await replay(prices, '--data-dir', books('once'), '--replace')).code).toBe(0);
    expect(
      query<number>('once', "SELECT count(*) FROM event WHERE type = 'PortfolioValued'")[0],
    ).toBe(643);
  });

  it("is refused when it holds a desk's own books, whatever was asked", async () => {
    const file = databasePath(books('desk'));
    const db = openDatabase(file);
    migrateDatabase(db, MIGRATIONS_FOLDER);
    db.$client
      .prepare(
        "INSERT INTO user (id, username, password_hash, is_disabled, created_ms, updated_ms) VALUES ('u1', 'trader', 'x', 0, 0, 0)",
      )
      .run();
    closeDatabase(db);
    const before = readFileSync(file);
    const { code, error } = await replay(prices, '--data-dir', books('desk'), '--replace');
    expect(code).toBe(1);
    expect(error).toContain('holds the books of a desk, not of a replay');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is refused when the file there is no database', async () => {
    writeFileSync(
      databasePath(books('junk')),
      'not a database, and long enough to be looked at as one',
    );
    const { code, error } = await replay(prices, '--data-dir', books('junk'), '--replace');
    expect(code).toBe(1);
    expect(error).not.toContain('    at ');
    expect(readFileSync(join(books('junk'), 'frontmonth.db'), 'utf8')).toContain('not a database');
  });
});

describe('its options', () => {
  it.each([
    { args: [], said: 'Name at least one CSV file' },
    { args: ['gone.csv'], said: 'gone.csv cannot be read' },
    { args: ['PRICES', '--playbook', 'X'], said: '--playbook must be one of MOMENTUM' },
    { args: ['PRICES', '--from', '2020'], said: '--from must be a date such as 2020-04-20' },
    {
      args: ['PRICES', '--from', '2021-01-01', '--to', '2020-01-01'],
      said: '--from must not be later than --to',
    },
    { args: ['PRICES', '--cash', '-5'], said: 'argument is ambiguous' },
    { args: ['PRICES', '--cash', '0'], said: '--cash must be above zero' },
    { args: ['PRICES', '--commodity', 'gold'], said: '--commodity must be one of electricity' },
    {
      args: ['PRICES', '--from', '2030-01-01'],
      said: 'has no Crude Oil Futures bars between --from and --to',
    },
    { args: ['PRICES', 'PRICES'], said: 'are both CL' },
    { args: ['PRICES', '--unknown'], said: "Unknown option '--unknown'" },
  ])('$args', async ({ args, said }) => {
    const { code, error } = await replay(
      ...args.map((word) => (word === 'PRICES' ? prices : word)),
      '--data-dir',
      books('refused'),
    );
    expect(code).toBe(1);
    expect(error).toContain(said);
    expect(error).not.toContain('    at ');
  });
});
