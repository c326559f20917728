/**
 * The twin that buys what RUN names and keeps it: the active month, rolled on, until STOP or CLOSE.
 */
import { type Book, IDLE_SWITCH } from '../../domain/book';
import type { Command, CommandEnvelope } from '../../domain/command';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { EMPTY_BALANCES, openingEntry, postAll } from '../../domain/ledger';
import type {
  Evaluator,
  PlaybookRow,
  PlaybookState,
  PlaybookTarget,
} from '../../strategies/playbook';
import type { EngineConfig } from '../config';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from '../state';
import { type Asked, mirrorCommand, ownPosition } from './mirror-command';

const HOLD_ID = 'BUY_AND_HOLD';
const STATE: PlaybookState = { side: 1, strength: 1, range: NaN, bars: 0 };
const TARGET: PlaybookTarget = {
  side: 'LONG',
  strength: 1,
  reason: 'is bought once and kept',
  range: null,
};
const RULES: Readonly<Record<string, FoldedPlaybook>> = {
  [HOLD_ID]: { state: STATE, target: TARGET, sinceMs: 0, foldedMs: 0 },
};

const buildRow = (commodity: CommodityKey): PlaybookRow => ({
  id: HOLD_ID,
  commodity,
  name: 'Buy and hold',
  description: `Buys ${COMMODITIES[commodity].displayName} once and keeps it.`,
  icon: 'positions',
  riskLevel: 'LOW',
  expectedReturn: { low: 0, high: 0 },
  timeframe: 'until STOP',
  family: 'HEDGE',
  params: {},
  bar: '15m',
  inputs: [],
  gates: [],
  window: null,
  sides: 'LONG',
  chains: null,
  legs: null,
  stopRanges: null,
  targetRatio: null,
  barsHeldMax: null,
  isRare: false,
  text: { what: '', when: '', how: '', why: '' },
});

const HOLDERS = new Map<CommodityKey, readonly Evaluator[]>(
  COMMODITY_KEYS.map((key) => [
    key,
    [
      {
        row: buildRow(key),
        init: () => STATE,
        fold: () => undefined,
        copy: (state) => state,
        target: () => TARGET,
      },
    ],
  ]),
);

/** The desk's own config with the one rule in place of its playbooks, and without guards. */
export const buildHoldingConfig = (config: EngineConfig): EngineConfig => ({
  ...config,
  playbooksOf: (commodity) => HOLDERS.get(commodity) ?? [],
  hasBreakers: false,
  hasGuards: false,
});

const instruments = new WeakMap<InstrumentMarket, InstrumentMarket>();
const markets = new WeakMap<MarketState, MarketState>();
const worlds = new WeakMap<DeskState['markets'], DeskState['markets']>();

/** What is made of an object that never changes, made once. */
function computeOnce<T extends object>(known: WeakMap<T, T>, from: T, make: () => T): T {
  const made = known.get(from) ?? make();
  known.set(from, made);
  return made;
}

/**
 * The markets as this twin sees them: the same prices, and one rule in every contract that has one.
 */
export const buildHoldingWorld = (world: DeskState['markets']): DeskState['markets'] =>
  computeOnce(worlds, world, () =>
    Object.fromEntries(
      Object.entries(world).map(([name, market]) => [
        name,
        computeOnce(markets, market, () => ({ ...market, instruments: held(market.instruments) })),
      ]),
    ),
  );

const held = (seen: MarketState['instruments']): MarketState['instruments'] =>
  Object.fromEntries(
    Object.entries(seen).map(([id, one]) => [
      id,
      computeOnce(instruments, one, () => ({ ...one, rules: one.quote ? RULES : {} })),
    ]),
  );

/** Begins with the equity of the book in cash; what runs there is bought at the next bar. */
export function beginHolding(book: Book): Book {
  const { equityMills } = book;
  const switches = Object.entries(book.commodities).map(
    ([key, { active }]) => [key, { ...IDLE_SWITCH, active }] as const,
  );
  return {
    ...book,
    capitalMills: equityMills,
    balances: postAll(EMPTY_BALANCES, openingEntry(equityMills)),
    positions: {},
    orders: {},
    commodities: Object.fromEntries(switches),
    opened: 0,
    closed: 0,
    won: 0,
    marks: {},
    closing: {},
    peakMills: equityMills,
    drawdown: null,
    marginCall: null,
    openTrades: {},
    entryTimes: [],
    isResetPending: false,
  };
}

/** What this twin is asked: switches and modes; choices and orders are nothing to it. */
export function requestHoldings(command: Command, asked: Asked): readonly Command[] {
  if (
    command.type === 'ChoosePlaybook' ||
    command.type === 'PlaceOrder' ||
    command.type === 'CancelOrder'
  )
    return [];
  if (command.type !== 'ClosePosition') return mirrorCommand(command, asked);
  const own = ownPosition(asked, command.positionId);
  const kept = Object.values((own && asked.twins[own.book.id]?.positions) ?? {}).filter(
    ({ commodity }) => commodity === own?.position.commodity,
  );
  return kept.map(({ id }) => ({ type: 'ClosePosition', positionId: id }));
}

/**
 * What is held of commodities that are off is sold: a twin that only stopped would hold for ever.
 */
export function closeStoppedHoldings(
  books: Readonly<Record<string, Book>>,
): readonly CommandEnvelope[] {
  return Object.values(books).flatMap((book) =>
    Object.values(book.positions).flatMap(({ id, commodity }): CommandEnvelope[] => {
      const isLeaving =
        book.closing[id] !== undefined ||
        Object.values(book.orders).some(
          ({ purpose, positionId }) => purpose === 'EXIT' && positionId === id,
        );
      return isLeaving || book.commodities[commodity]?.active
        ? []
        : [
            {
              userId: book.userId,
              command: { type: 'ClosePosition', positionId: id },
              idempotencyKey: null,
            },
          ];
    }),
  );
}
