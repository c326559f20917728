// One account through every interface: API, pages, socket and audit agree to the cent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeProfit, computeValue } from '../../app/audit/arithmetic';
import type { LogRow } from '../../app/audit/hash-chain';
import { replayEntry } from '../../app/audit/replay-entry';
import { ReplayState } from '../../app/audit/replay-state';
import { auditDatabase } from '../../app/audit/audit-database';
import { formatMoney, formatSignedMoney } from '../../app/trading/domain/format';
import { fromDollars, toMills } from '../../app/trading/domain/units';

import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { ROUTE_ROWS } from '../support/access-rows';
import { buildDataPath } from '../support/request-paths';
import { SocketClient } from '../support/socket-client';
import {
  type StaticDesk,
  type StaticUser,
  chooseCrudeTrend,
  startStaticDesk,
} from '../support/static-desk';
import type { PerformanceDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

interface PositionFigures {
  readonly id: string;
  readonly status: string;
  readonly symbol: string;
  readonly commodity: string;
  readonly currentPrice: number;
  readonly pnl: number;
  readonly asOfSeq: number;
}

interface StatusFigures {
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly activeCommodities: readonly string[];
  readonly asOfSeq: number;
}

let desk: StaticDesk;
let user: StaticUser;
beforeAll(async () => {
  desk = await startStaticDesk('server.js');
  user = await desk.user('compared');
  await user.visitor.postJson('/api/settings', { positionSize: 'large' });
  await chooseCrudeTrend(user.visitor);
  await user.visitor.postJson('/api/auto-trading/start', {});
  await user.visitor.postJson('/api/auto-trading/close-positions', { commodity: 'crude-oil' });
});
afterAll(() => desk?.stop());

const getJson = async <T>(path: string): Promise<T> =>
  (await (await user.visitor.request(path)).json()) as T;

/** Messages of a socket after authentication. */
async function readPushed(): Promise<{
  readonly portfolio: PortfolioUpdate;
  readonly positions: PositionUpdate;
}> {
  const client = await (
    await SocketClient.open(desk.origin, { Cookie: `frontmonth=${user.sessionId}` })
  ).signIn(user.id);
  const [portfolio, positions] = [
    await client.waitForType('PORTFOLIO_UPDATE'),
    await client.waitForType('POSITION_UPDATE'),
  ];
  client.terminate();
  return {
    portfolio: portfolio.body as unknown as PortfolioUpdate,
    positions: positions.body as unknown as PositionUpdate,
  };
}

const STEP_TRIES_MAX = 10;

/**
 * All sources between two engine steps: each second is a step with its own sequence number, also
 * without a change. Reads across a step are repeated.
 */
async function readWithinOneStep() {
  const readPerformance = () => getJson<PerformanceDto>('/api/portfolio-performance');
  for (let tries = 0; tries < STEP_TRIES_MAX; tries += 1) {
    const performance = await readPerformance();
    const positions = await getJson<PositionFigures[]>('/api/trading-positions');
    const status = await getJson<StatusFigures>('/api/auto-trading/status');
    const pushed = await readPushed();
    if ((await readPerformance()).asOfSeq === performance.asOfSeq)
      return { performance, positions, status, pushed };
  }
  throw new Error(`no ${STEP_TRIES_MAX} reads were within one step`);
}

/** The account as the audit rebuilds it from the log alone. */
function replayAccount() {
  const replayState = new ReplayState(() => undefined, Infinity);
  for (const row of desk.db.$client.prepare<[], LogRow>('SELECT * FROM event ORDER BY seq').all())
    replayEntry(replayState, row);
  const book = [...replayState.desk.books.values()].find(
    ({ userId, mode }) => userId === user.id && mode === 'simulation',
  );
  if (!book) throw new Error('the log has no simulation account');
  return {
    book,
    listings:
      replayState.desk.listings.get(book.market) ??
      new Map<string, { mills: bigint; divisor: bigint }>(),
  };
}

const toCents = (mills: bigint): number => Number((mills + (mills < 0n ? -5n : 5n)) / 10n);
const computeCents = (dollars: number): number => Math.round(dollars * 100);

/** Figures under their names in socket messages. */
const renameKeys = (figures: object, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [names[name] ?? name, value]));

/** All named numbers of a response, at any depth. */
function figuresIn(value: unknown): { name: string; value: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'number' ? [{ name, value: inner }] : figuresIn(inner),
  );
}

/** Tick sizes from the log, to convert displayed prices back to ticks. */
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

describe('the figures of one account', () => {
  it('follow from the log: every profit, the balance, the equity', async () => {
    const positions = await getJson<PositionFigures[]>('/api/trading-positions');
    const { book, listings } = replayAccount();
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
        toCents(computeProfit(held.direction, held.cost, computeValue(worth, ticks, held.lots))),
      ]);
    }
    expect(book.accounts.realised).not.toBe(0n);
    expect(auditDatabase(desk.db.$client)).toMatchObject({ hasPassed: true, differences: 0 });
  });

  it('are the same on the page, in the API and in the log', async () => {
    const positions = await getJson<PositionFigures[]>('/api/trading-positions');
    const active = positions.filter(({ status }) => status === 'ACTIVE');
    const { book } = replayAccount();
    const profit = toMills(active.reduce((sum, { pnl }) => sum + fromDollars(pnl), 0));
    const balanceCents = toCents(book.accounts.available + book.accounts.reserved);
    const balance = toMills(balanceCents * 10);
    const equity = toMills(balance + profit);
    const page = await (await user.visitor.request('/')).text();
    const words = [
      formatMoney(equity),
      formatMoney(balance),
      formatSignedMoney(profit),
      ...active.map(({ pnl }) => formatSignedMoney(fromDollars(pnl))),
    ];
    expect(words[0]).not.toBe(formatMoney(toMills(25_000_000)));
    for (const text of words) expect([text, page.includes(text)]).toEqual([text, true]);
    for (const { id } of active) expect(page).toContain(id);
  });

  it('are the same in every call that returns them', async () => {
    const positions = await getJson<PositionFigures[]>('/api/trading-positions');
    const closed = await getJson<PositionFigures[]>('/api/closed-positions');
    const status = await getJson<StatusFigures>('/api/auto-trading/status');
    expect(closed.map(({ id, pnl }) => [id, pnl])).toEqual(
      positions.filter(({ status: each }) => each === 'CLOSED').map(({ id, pnl }) => [id, pnl]),
    );
    expect(closed).toHaveLength(1);
    expect(new Set(positions.map(({ asOfSeq }) => asOfSeq)).size).toBe(1);
    const { book } = replayAccount();
    const on = [...book.switches]
      .filter(([, { active }]) => active)
      .map(([commodity]) => commodity);
    expect([...status.activeCommodities].sort()).toEqual(on.sort());
    expect(on).not.toContain('crude-oil');
  });

  it('have one value per name in all calls and pages', async () => {
    const { book } = replayAccount();
    const positions = await getJson<PositionFigures[]>('/api/trading-positions');
    const pnl = positions
      .filter(({ status }) => status === 'ACTIVE')
      .reduce((sum, each) => sum + computeCents(each.pnl), 0);
    const balance = toCents(book.accounts.available + book.accounts.reserved);
    const due: Readonly<Record<string, number>> = {
      accountBalance: balance,
      availableCash: balance - toCents(book.accounts.reserved),
      totalValue: balance + pnl,
      totalPnL: balance + pnl - toCents(book.capital),
      activePnL: pnl,
      unrealizedPnL: pnl,
    };
    const pages = Object.entries(ROUTE_ROWS)
      .filter(
        ([, { kind, status = 200, isFile = false }]) =>
          (kind === 'page' || kind === 'layout') && status === 200 && !isFile,
      )
      .flatMap(([id, { paths }]) =>
        paths.map((path) => buildDataPath(path.replace(':id', positions[0]?.id ?? ''), id)),
      );
    const doors = [
      ...API_CALLS.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(
        ({ path }) => `/api/${path}`,
      ),
      ...pages,
    ];
    const listRequested = (
      await Promise.all(
        doors.map(async (door) =>
          figuresIn(await getJson<unknown>(door)).map((figure) => ({ door, ...figure })),
        ),
      )
    ).flat();
    const received = figuresIn(await readPushed()).map(({ name, value }) => ({
      door: '/ws',
      name: name === 'currentBalance' ? 'accountBalance' : name,
      value,
    }));
    expect(received.filter(({ name }) => name in due).length).toBeGreaterThanOrEqual(12);
    const found = [...listRequested, ...received];
    expect(
      found.filter(({ name, value }) => name in due && computeCents(value) !== due[name]),
    ).toEqual([]);
    console.log(
      `${doors.length + 1} sources return ${found.filter(({ name }) => name in due).length} account figures by name`,
    );
  });

  it('are the same pushed and requested: portfolio, positions and sequence number', async () => {
    const { performance, positions, status, pushed } = await readWithinOneStep();
    const { current, asOfSeq } = performance;
    const { portfolio, positions: rows } = pushed;
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
      renameKeys(current, { accountBalance: 'currentBalance', totalPositions: 'positionsCount' }),
    );
    expect([globalActive, isActive]).toEqual([status.globalActive, status.isActive]);
    expect(commodities.filter((row) => row.isActive).map(({ commodity }) => commodity)).toEqual(
      status.activeCommodities,
    );
  });

  it('never go back: each response is at least as new as the one before', async () => {
    let last = 0;
    for (let time = 0; time < 20; time += 1) {
      const { asOfSeq } = await getJson<{ asOfSeq: number }>(
        time % 2 === 0 ? '/api/auto-trading/status' : '/api/trading/mode',
      );
      expect(asOfSeq).toBeGreaterThanOrEqual(last);
      last = asOfSeq;
    }
  });
});
