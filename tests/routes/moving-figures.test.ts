// A market that moves all the while: calls, pages and the socket are asked in parallel, and whoever
// names the same moment tells the same figures.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskDto } from '../../app/contracts/messages';

import { type PageUser, pageUser } from '../support/page-desk';
import type { SocketClient } from '../support/socket-client';
import { type SocketDesk, openSocketDesk } from '../support/socket-desk';
import type { PerformanceDto, PositionDto } from '../../app/contracts/api/book';
import type { PortfolioUpdate, PositionUpdate } from '../../app/contracts/api/socket';

const GROUPS_MIN = 40;
/** Of these, so many in which the socket has spoken too. */
const PUSHED_MIN = 10;
const WAIT_MS_MAX = 40_000;

type Facts = Readonly<Record<string, number | string>>;
interface Telling {
  readonly source: string;
  readonly asOfSeq: number;
  readonly facts: Facts;
}

interface StatusTold {
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly activeCommodities: readonly string[];
  readonly asOfSeq: number;
}

let desk: SocketDesk;
let user: PageUser;
let client: SocketClient;
beforeAll(async () => {
  desk = await openSocketDesk({ paceMs: 40, lookMs: 20 });
  user = await pageUser(desk.terminal, 'watcher');
  await desk.buyGas(user);
  await desk.terminal.execute({
    userId: user.id,
    command: { type: 'StartTrading', commodity: null },
    idempotencyKey: null,
  });
  client = await (await desk.connect(user)).signIn(user.id);
});
afterAll(async () => {
  client?.end();
  await desk?.close();
});

const cents = (dollars: number): number => Math.round(dollars * 100);
const inCents = (figures: object): Facts =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, cents(value as number)]),
  );

function positionFacts(rows: readonly PositionDto[]): Facts {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  const each = active.flatMap(
    ({ id, pnl, size, currentPrice }) =>
      [
        [`${id} pnl`, cents(pnl)],
        [`${id} size`, size],
        [`${id} price`, String(currentPrice)],
      ] as const,
  );
  return {
    ...Object.fromEntries(each),
    activePnL: cents(active.reduce((sum, { pnl }) => sum + cents(pnl) / 100, 0)),
    totalPositions: cents(active.length),
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

const asked = async <T>(path: string): Promise<T> => JSON.parse((await user.open(path)).text) as T;
const getData = (path: string, route: string): string =>
  `${path}?_data=${encodeURIComponent(route)}`;

const SOURCES: Readonly<Record<string, () => Promise<Telling>>> = {
  async positions() {
    const rows = await asked<readonly PositionDto[]>('/api/trading-positions');
    expect(new Set(rows.map(({ asOfSeq }) => asOfSeq)).size).toBe(1);
    return { source: 'positions', asOfSeq: rows[0]?.asOfSeq ?? 0, facts: positionFacts(rows) };
  },
  async performance() {
    const { current, asOfSeq } = await asked<PerformanceDto>('/api/portfolio-performance');
    return { source: 'performance', asOfSeq, facts: inCents(current) };
  },
  async status() {
    const { globalActive, isActive, activeCommodities, asOfSeq } = await asked<StatusTold>(
      '/api/auto-trading/status',
    );
    return {
      source: 'status',
      asOfSeq,
      facts: switchFacts(globalActive, isActive, activeCommodities),
    };
  },
  async dashboard() {
    const { desk: wire } = await asked<{ desk: DeskDto }>(
      getData('/', 'routes/_terminal.(dashboard)'),
    );
    return { source: 'dashboard', asOfSeq: wire.asOfSeq, facts: deskFacts(wire) };
  },
  async portfolio() {
    const {
      desk: wire,
      past: { performance },
    } = await asked<{ desk: DeskDto; past: { performance: PerformanceDto } }>(
      getData('/portfolio', 'routes/_terminal.portfolio'),
    );
    expect([performance.asOfSeq, performance.current]).toEqual([wire.asOfSeq, wire.portfolio]);
    return { source: 'portfolio', asOfSeq: wire.asOfSeq, facts: deskFacts(wire) };
  },
};

/** What the socket has told so far; its own names for two figures are theirs. */
function pushed(): Telling[] {
  const positions = new Map(
    client.heard
      .filter(({ type }) => type === 'POSITION_UPDATE')
      .map(({ body }) => [body['asOfSeq'], (body as unknown as PositionUpdate).data]),
  );
  return client.heard
    .filter(({ type }) => type === 'PORTFOLIO_UPDATE')
    .map(({ body }) => {
      const { asOfSeq, data } = body as unknown as PortfolioUpdate;
      const facts = deskFacts({ ...data, asOfSeq, positions: positions.get(asOfSeq) ?? [] });
      return {
        source: 'socket',
        asOfSeq,
        facts: {
          ...facts,
          accountBalance: cents(data.currentBalance),
          totalPositions: cents(data.positionsCount),
          totalValue: cents(data.totalValue),
        },
      };
    });
}

/** Groups of one moment that two sources or more have told. */
function listGroups(tellings: readonly Telling[]): Telling[][] {
  const groups = new Map<number, Telling[]>();
  for (const telling of tellings)
    groups.set(telling.asOfSeq, [...(groups.get(telling.asOfSeq) ?? []), telling]);
  return [...groups.values()].filter(
    (group) => new Set(group.map(({ source }) => source)).size >= 2,
  );
}

/** Figures of one name and one moment that are not equal. */
function differences(group: readonly Telling[]): string[] {
  const names = new Set(group.flatMap(({ facts }) => Object.keys(facts)));
  return [...names].flatMap((name) => {
    const told = group
      .filter(({ facts }) => name in facts)
      .map(({ source, facts }) => ({ source, value: facts[name] }));
    return new Set(told.map(({ value }) => value)).size === 1
      ? []
      : [
          `${group[0]?.asOfSeq} ${name}: ${told.map(({ source, value }) => `${source} ${value}`).join(', ')}`,
        ];
  });
}

const hasPush = (group: readonly Telling[]): boolean =>
  group.some(({ source }) => source === 'socket');

it('equal moments have equal figures, whoever tells them', async () => {
  const calls: Telling[] = [];
  let groups: Telling[][] = [];
  for (const startedMs = Date.now(); Date.now() - startedMs < WAIT_MS_MAX; ) {
    const round = Object.values(SOURCES).flatMap((ask) => [ask(), ask()]);
    calls.push(...(await Promise.all(round)));
    await new Promise((resolve) => setImmediate(resolve)); // the feed and the socket have their turns
    groups = listGroups([...calls, ...pushed()]);
    if (groups.length >= GROUPS_MIN && groups.filter(hasPush).length >= PUSHED_MIN) break;
  }
  expect(groups.flatMap(differences)).toEqual([]);
  expect(groups.length).toBeGreaterThanOrEqual(GROUPS_MIN);
  expect(groups.filter(hasPush).length).toBeGreaterThanOrEqual(PUSHED_MIN);
  expect([...new Set(groups.flat().map(({ source }) => source))].sort()).toEqual(
    [...Object.keys(SOURCES), 'socket'].sort(),
  );
  // A market that stands still would prove nothing.
  expect(
    new Set(
      groups
        .flat()
        .map(({ facts }) => facts['activePnL'])
        .filter((pnl) => pnl !== undefined),
    ).size,
  ).toBeGreaterThan(5);
  console.log(
    `${groups.length} moments told by two sources or more, ${groups.filter(hasPush).length} of them by the socket too`,
  );
});
