// API, pages and socket in parallel over a moving market: equal sequence numbers have equal
// figures.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskDto } from '../../app/contracts/messages';

import { type PageUser, createPageUser } from '../support/page-desk';
import type { SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';
import type { PerformanceDto, PositionDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

const GROUPS_MIN = 40;
/** Groups of these that must include the socket. */
const PUSHED_MIN = 10;
const WAIT_MS_MAX = 40_000;

type Facts = Readonly<Record<string, number | string>>;
interface Observation {
  readonly source: string;
  readonly asOfSeq: number;
  readonly facts: Facts;
}

interface StatusFigures {
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly activeCommodities: readonly string[];
  readonly asOfSeq: number;
}

let desk: SocketDesk;
let user: PageUser;
let client: SocketClient;
beforeAll(async () => {
  desk = await openSocketDesk({ minIntervalMs: 40, checkMs: 20 });
  user = await createPageUser(desk.terminal, 'watcher');
  await desk.buyGas(user);
  await desk.terminal.execute({
    userId: user.id,
    command: { type: 'StartTrading', commodity: null },
    idempotencyKey: null,
  });
  client = await (await desk.connect(user)).signIn(user.id);
});
afterAll(async () => {
  client?.terminate();
  await desk?.close();
});

const toCents = (dollars: number): number => Math.round(dollars * 100);
const inCents = (figures: object): Facts =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, toCents(value as number)]),
  );

function positionFacts(rows: readonly PositionDto[]): Facts {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  const each = active.flatMap(
    ({ id, pnl, size, currentPrice }) =>
      [
        [`${id} pnl`, toCents(pnl)],
        [`${id} size`, size],
        [`${id} price`, String(currentPrice)],
      ] as const,
  );
  return {
    ...Object.fromEntries(each),
    activePnL: toCents(active.reduce((sum, { pnl }) => sum + toCents(pnl) / 100, 0)),
    totalPositions: toCents(active.length),
  };
}

const switchFacts = (
  globalActive: boolean,
  isActive: boolean,
  active: readonly string[],
): Facts => ({
  globalActive: String(globalActive),
  isActive: String(isActive),
  active: active.join(),
});

const deskFacts = ({
  portfolio,
  positions,
  globalActive,
  isActive,
  commodities,
}: DeskDto): Facts => ({
  ...inCents(portfolio),
  ...switchFacts(
    globalActive,
    isActive,
    commodities.filter((row) => row.isActive).map(({ commodity }) => commodity),
  ),
  ...positionFacts(positions),
});

const getJson = async <T>(path: string): Promise<T> =>
  JSON.parse((await user.open(path)).text) as T;
const getData = (path: string, route: string): string =>
  `${path}?_data=${encodeURIComponent(route)}`;

const SOURCES: Readonly<Record<string, () => Promise<Observation>>> = {
  async positions() {
    const rows = await getJson<readonly PositionDto[]>('/api/trading-positions');
    expect(new Set(rows.map(({ asOfSeq }) => asOfSeq)).size).toBe(1);
    return { source: 'positions', asOfSeq: rows[0]?.asOfSeq ?? 0, facts: positionFacts(rows) };
  },
  async performance() {
    const { current, asOfSeq } = await getJson<PerformanceDto>('/api/portfolio-performance');
    return { source: 'performance', asOfSeq, facts: inCents(current) };
  },
  async status() {
    const { globalActive, isActive, activeCommodities, asOfSeq } = await getJson<StatusFigures>(
      '/api/auto-trading/status',
    );
    return {
      source: 'status',
      asOfSeq,
      facts: switchFacts(globalActive, isActive, activeCommodities),
    };
  },
  async dashboard() {
    const { desk: deskDto } = await getJson<{ desk: DeskDto }>(
      getData('/', 'routes/_terminal.(dashboard)'),
    );
    return { source: 'dashboard', asOfSeq: deskDto.asOfSeq, facts: deskFacts(deskDto) };
  },
  async portfolio() {
    const {
      desk: deskDto,
      past: { performance },
    } = await getJson<{ desk: DeskDto; past: { performance: PerformanceDto } }>(
      getData('/portfolio', 'routes/_terminal.portfolio'),
    );
    expect([performance.asOfSeq, performance.current]).toEqual([
      deskDto.asOfSeq,
      deskDto.portfolio,
    ]);
    return { source: 'portfolio', asOfSeq: deskDto.asOfSeq, facts: deskFacts(deskDto) };
  },
};

/** Socket data so far; two figures have their own names there. */
function listPushed(): Observation[] {
  const positions = new Map(
    client.received
      .filter(({ type }) => type === 'POSITION_UPDATE')
      .map(({ body }) => [body['asOfSeq'], (body as unknown as PositionUpdate).data]),
  );
  return client.received
    .filter(({ type }) => type === 'PORTFOLIO_UPDATE')
    .map(({ body }) => {
      const { asOfSeq, data } = body as unknown as PortfolioUpdate;
      const facts = deskFacts({ ...data, asOfSeq, positions: positions.get(asOfSeq) ?? [] });
      return {
        source: 'socket',
        asOfSeq,
        facts: {
          ...facts,
          accountBalance: toCents(data.currentBalance),
          totalPositions: toCents(data.positionsCount),
          totalValue: toCents(data.totalValue),
        },
      };
    });
}

/** Groups of one moment from at least two sources. */
function listGroups(tellings: readonly Observation[]): Observation[][] {
  const groups = new Map<number, Observation[]>();
  for (const telling of tellings)
    groups.set(telling.asOfSeq, [...(groups.get(telling.asOfSeq) ?? []), telling]);
  return [...groups.values()].filter(
    (group) => new Set(group.map(({ source }) => source)).size >= 2,
  );
}

/** Figures of one name and moment that differ. */
function listDifferences(group: readonly Observation[]): string[] {
  const names = new Set(group.flatMap(({ facts }) => Object.keys(facts)));
  return [...names].flatMap((name) => {
    const figures = group
      .filter(({ facts }) => name in facts)
      .map(({ source, facts }) => ({ source, value: facts[name] }));
    return new Set(figures.map(({ value }) => value)).size === 1
      ? []
      : [
          `${group[0]?.asOfSeq} ${name}: ${figures.map(({ source, value }) => `${source} ${value}`).join(', ')}`,
        ];
  });
}

const hasPush = (group: readonly Observation[]): boolean =>
  group.some(({ source }) => source === 'socket');

it('equal moments have equal figures in every source', async () => {
  const calls: Observation[] = [];
  let groups: Observation[][] = [];
  for (const startedMs = Date.now(); Date.now() - startedMs < WAIT_MS_MAX; ) {
    const round = Object.values(SOURCES).flatMap((ask) => [ask(), ask()]);
    calls.push(...(await Promise.all(round)));
    await new Promise((resolve) => setImmediate(resolve)); // the feed and the socket have their turns
    groups = listGroups([...calls, ...listPushed()]);
    if (groups.length >= GROUPS_MIN && groups.filter(hasPush).length >= PUSHED_MIN) break;
  }
  expect(groups.flatMap(listDifferences)).toEqual([]);
  expect(groups.length).toBeGreaterThanOrEqual(GROUPS_MIN);
  expect(groups.filter(hasPush).length).toBeGreaterThanOrEqual(PUSHED_MIN);
  expect([...new Set(groups.flat().map(({ source }) => source))].sort()).toEqual(
    [...Object.keys(SOURCES), 'socket'].sort(),
  );
  // A market that does not move would prove nothing.
  expect(
    new Set(
      groups
        .flat()
        .map(({ facts }) => facts['activePnL'])
        .filter((pnl) => pnl !== undefined),
    ).size,
  ).toBeGreaterThan(5);
  console.log(
    `${groups.length} times reported by at least two sources, ${groups.filter(hasPush).length} also by the socket`,
  );
});
