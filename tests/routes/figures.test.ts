// One book, told by every door at once: calls, pages and the audit's own arithmetic agree to the
// cent.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { computeProfit, computeValue } from '../../app/audit/arithmetic';
import type { LogRow } from '../../app/audit/hash-chain';
import { replayEntry } from '../../app/audit/fold';
import { ReplayState } from '../../app/audit/replay-state';
import { auditDatabase } from '../../app/audit/audit';
import { formatMoney, signedMoney } from '../../app/trading/domain/format';
import { fromDollars, toMills } from '../../app/trading/domain/units';

import { API_CALLS } from '../../app/routes/api.$/table';
import { ROUTE_ROWS } from '../support/access-rows';
import { SocketClient } from '../support/socket-client';
import { type StandingDesk, type StandingUser, startStandingDesk } from '../support/standing-desk';
import type { PerformanceDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

interface PositionTold {
  readonly id: string;
  readonly status: string;
  readonly symbol: string;
  readonly commodity: string;
  readonly currentPrice: number;
  readonly pnl: number;
  readonly asOfSeq: number;
}

let desk: StandingDesk;
let user: StandingUser;
beforeAll(async () => {
  desk = await startStandingDesk('server.js');
  user = await desk.user('compared');
  await user.visitor.postJson('/api/settings', { positionSize: 'large' });
  await user.visitor.postJson('/api/auto-trading/start', {});
  await user.visitor.postJson('/api/auto-trading/close-positions', { commodity: 'crude-oil' });
  // its first valuation comes with the next beat of the engine: after it nothing moves any more
  const valued = desk.db.$client
    .prepare<
      [string],
      number
    >("SELECT count(*) FROM event WHERE type = 'PortfolioValued' AND user_id = ?")
    .pluck();
  await vi.waitFor(() => expect(valued.get(user.id)).toBeGreaterThan(0), { timeout: 30_000 });
});
afterAll(() => desk?.stop());

const told = async <T>(path: string): Promise<T> =>
  (await (await user.visitor.ask(path)).json()) as T;

/** What a socket is told when it has said who it is. */
async function pushed(): Promise<{
  readonly portfolio: PortfolioUpdate;
  readonly positions: PositionUpdate;
}> {
  const client = await (
    await SocketClient.open(desk.origin, { Cookie: `frontmonth=${user.sessionId}` })
  ).signIn(user.id);
  const [portfolio, positions] = [
    await client.untilType('PORTFOLIO_UPDATE'),
    await client.untilType('POSITION_UPDATE'),
  ];
  client.end();
  return {
    portfolio: portfolio.body as unknown as PortfolioUpdate,
    positions: positions.body as unknown as PositionUpdate,
  };
}

/** The book as the audit makes it again from the log alone. */
function retold() {
  const telling = new ReplayState(() => undefined, Infinity);
  for (const row of desk.db.$client.prepare<[], LogRow>('SELECT * FROM event ORDER BY seq').all())
    replayEntry(telling, row);
  const book = [...telling.desk.books.values()].find(
    ({ userId, mode }) => userId === user.id && mode === 'simulation',
  );
  if (!book) throw new Error('the log tells of the book');
  return {
    book,
    listings:
      telling.desk.listings.get(book.market) ??
      new Map<string, { mills: bigint; divisor: bigint }>(),
  };
}

const cents = (mills: bigint): number => Number((mills + (mills < 0n ? -5n : 5n)) / 10n);
const computeCents = (dollars: number): number => Math.round(dollars * 100);

/** The figures under the names that the socket has for them. */
const renamed = (figures: object, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [names[name] ?? name, value]));

/** Every number with a name in an answer, however deep. */
function figuresIn(value: unknown): { name: string; value: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'number' ? [{ name, value: inner }] : figuresIn(inner),
  );
}

/** Tick sizes as the log lists them: the price that a door tells, back in ticks. */
function computeTick(instrumentId: string): number {
  const rows = desk.db.$client
    .prepare<[], string>("SELECT payload FROM event WHERE type = 'MarketListed'")
    .pluck()
    .all();
  const listed = rows.flatMap(
    (payload) =>
      (
        JSON.parse(payload) as {
          instruments: { id: string; tick: { digits: number; decimals: number } }[];
        }
      ).instruments,
  );
  const tick = listed.find(({ id }) => id === instrumentId)?.tick;
  return tick ? tick.digits / 10 ** tick.decimals : Number.NaN;
}

describe('the figures of one book', () => {
  it('follow from the log: every profit, the balance, the equity', async () => {
    const positions = await told<PositionTold[]>('/api/trading-positions');
    const { book, listings } = retold();
    const active = positions.filter(({ status }) => status === 'ACTIVE');
    expect(active.map(({ id }) => id).sort()).toEqual([...book.positions.keys()].sort());
    expect(active).toHaveLength(2);
    for (const { id, symbol, currentPrice, pnl } of active) {
      const held = book.positions.get(id);
      const worth = listings.get(symbol);
      if (!held || !worth) throw new Error(`${id} of ${symbol} is in the log`);
      const ticks = BigInt(Math.round(currentPrice / computeTick(symbol)));
      expect([symbol, computeCents(pnl)]).toEqual([
        symbol,
        cents(computeProfit(held.direction, held.cost, computeValue(worth, ticks, held.lots))),
      ]);
    }
    expect(book.accounts.realised).not.toBe(0n);
    expect(auditDatabase(desk.db.$client)).toMatchObject({ isRight: true, differences: 0 });
  });

  it('are on the page as they are in the calls and in the log', async () => {
    const positions = await told<PositionTold[]>('/api/trading-positions');
    const active = positions.filter(({ status }) => status === 'ACTIVE');
    const { book } = retold();
    const profit = toMills(active.reduce((sum, { pnl }) => sum + fromDollars(pnl), 0));
    const balanceCents = cents(book.accounts.available + book.accounts.reserved);
    const balance = toMills(balanceCents * 10);
    const equity = toMills(balance + profit);
    const page = await (await user.visitor.ask('/')).text();
    const words = [
      formatMoney(equity),
      formatMoney(balance),
      signedMoney(profit),
      ...active.map(({ pnl }) => signedMoney(fromDollars(pnl))),
    ];
    expect(words[0]).not.toBe(formatMoney(toMills(25_000_000)));
    for (const text of words) expect([text, page.includes(text)]).toEqual([text, true]);
    for (const { id } of active) expect(page).toContain(id);
  });

  it('are the same through every call that tells them', async () => {
    const positions = await told<PositionTold[]>('/api/trading-positions');
    const closed = await told<PositionTold[]>('/api/closed-positions');
    const status = await told<{ isActive: boolean; activeCommodities: string[]; asOfSeq: number }>(
      '/api/auto-trading/status',
    );
    expect(closed.map(({ id, pnl }) => [id, pnl])).toEqual(
      positions.filter(({ status: each }) => each === 'CLOSED').map(({ id, pnl }) => [id, pnl]),
    );
    expect(closed).toHaveLength(1);
    expect(new Set(positions.map(({ asOfSeq }) => asOfSeq)).size).toBe(1);
    const { book } = retold();
    const on = [...book.switches]
      .filter(([, { active }]) => active)
      .map(([commodity]) => commodity);
    expect([...status.activeCommodities].sort()).toEqual(on.sort());
    expect(on).not.toContain('crude-oil');
  });

  it('have one value under one name, whichever call or page tells them', async () => {
    const { book } = retold();
    const positions = await told<PositionTold[]>('/api/trading-positions');
    const pnl = positions
      .filter(({ status }) => status === 'ACTIVE')
      .reduce((sum, each) => sum + computeCents(each.pnl), 0);
    const balance = cents(book.accounts.available + book.accounts.reserved);
    const due: Readonly<Record<string, number>> = {
      accountBalance: balance,
      availableCash: balance - cents(book.accounts.reserved),
      totalValue: balance + pnl,
      totalPnL: balance + pnl - cents(book.capital),
      activePnL: pnl,
      unrealizedPnL: pnl,
    };
    const pages = Object.entries(ROUTE_ROWS)
      .filter(
        ([, { kind, status = 200, isFile = false }]) =>
          (kind === 'page' || kind === 'layout') && status === 200 && !isFile,
      )
      .flatMap(([id, { paths }]) =>
        paths.map(
          (path) =>
            `${path.replace(':id', positions[0]?.id ?? '')}?_data=${encodeURIComponent(id)}`,
        ),
      );
    const doors = [
      ...API_CALLS.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(
        ({ path }) => `/api/${path}`,
      ),
      ...pages,
    ];
    const asked = (
      await Promise.all(
        doors.map(async (door) =>
          figuresIn(await told<unknown>(door)).map((figure) => ({ door, ...figure })),
        ),
      )
    ).flat();
    const heard = figuresIn(await pushed()).map(({ name, value }) => ({
      door: '/ws',
      name: name === 'currentBalance' ? 'accountBalance' : name,
      value,
    }));
    expect(heard.filter(({ name }) => name in due).length).toBeGreaterThanOrEqual(12);
    const found = [...asked, ...heard];
    expect(
      found.filter(({ name, value }) => name in due && computeCents(value) !== due[name]),
    ).toEqual([]);
    console.log(
      `${doors.length + 1} doors tell ${found.filter(({ name }) => name in due).length} figures of the book by name`,
    );
  });

  it('are pushed as they are asked for: the same portfolio, the same positions, the same moment', async () => {
    const positions = await told<PositionTold[]>('/api/trading-positions');
    const { current, asOfSeq } = await told<PerformanceDto>('/api/portfolio-performance');
    const status = await told<{
      globalActive: boolean;
      isActive: boolean;
      activeCommodities: string[];
      asOfSeq: number;
    }>('/api/auto-trading/status');
    const { portfolio, positions: rows } = await pushed();
    expect([
      asOfSeq,
      status.asOfSeq,
      rows.asOfSeq,
      ...positions.map((each) => each.asOfSeq),
    ]).toEqual(Array.from({ length: 3 + positions.length }, () => portfolio.asOfSeq));
    expect(rows.data).toEqual(positions);
    const {
      currentBalance,
      positionsCount,
      portfolio: own,
      commodities,
      globalActive,
      isActive,
      ...named
    } = portfolio.data;
    expect(own).toEqual(current);
    expect({ ...named, currentBalance, positionsCount }).toMatchObject(
      renamed(current, { accountBalance: 'currentBalance', totalPositions: 'positionsCount' }),
    );
    expect([globalActive, isActive]).toEqual([status.globalActive, status.isActive]);
    expect(commodities.filter((row) => row.isActive).map(({ commodity }) => commodity)).toEqual(
      status.activeCommodities,
    );
  });

  it('never go back: each answer is at least as new as the one before', async () => {
    let last = 0;
    for (let time = 0; time < 20; time += 1) {
      const { asOfSeq } = await told<{ asOfSeq: number }>(
        time % 2 === 0 ? '/api/auto-trading/status' : '/api/trading/mode',
      );
      expect(asOfSeq).toBeGreaterThanOrEqual(last);
      last = asOfSeq;
    }
  });
});
