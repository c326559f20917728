/**
 * Shadow account that buys each running commodity and holds it, rolling the active month, until
 * STOP or CLOSE.
 */
import { type Book, IDLE_SWITCH } from '../../domain/book';
import type { Command, CommandEnvelope } from '../../domain/command';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { EMPTY_BALANCES, buildOpeningPostings, applyPostings } from '../../domain/ledger';
import type {
  Evaluator,
  PlaybookRow,
  PlaybookState,
  PlaybookTarget,
} from '../../strategies/playbook';
import type { EngineConfig } from '../config';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from '../state';
import { type MirrorContext, mirrorCommand, findOwnPosition } from './mirror-command';

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
        createState: () => STATE,
        fold: () => undefined,
        copyState: (state) => state,
        buildTarget: () => TARGET,
      },
    ],
  ]),
);

/** Engine config with only the buy-and-hold rule and without guards. */
export const buildHoldingConfig = (config: EngineConfig): EngineConfig => ({
  ...config,
  listPlaybooks: (commodity) => HOLDERS.get(commodity) ?? [],
  hasBreakers: false,
  hasGuards: false,
});

const contractCache = new WeakMap<InstrumentMarket, InstrumentMarket>();
const marketCache = new WeakMap<MarketState, MarketState>();
const marketsCache = new WeakMap<DeskState['markets'], DeskState['markets']>();

/** Memoizes a result per immutable object. */
function computeOnce<T extends object>(cache: WeakMap<T, T>, key: T, compute: () => T): T {
  const result = cache.get(key) ?? compute();
  cache.set(key, result);
  return result;
}

/** Same prices, with the buy-and-hold rule in every quoted contract. */
export const buildHoldingMarkets = (allMarkets: DeskState['markets']): DeskState['markets'] =>
  computeOnce(marketsCache, allMarkets, () =>
    Object.fromEntries(
      Object.entries(allMarkets).map(([name, market]) => [
        name,
        computeOnce(marketCache, market, () => ({
          ...market,
          instruments: replaceRules(market.instruments),
        })),
      ]),
    ),
  );

const replaceRules = (contracts: MarketState['instruments']): MarketState['instruments'] =>
  Object.fromEntries(
    Object.entries(contracts).map(([id, contract]) => [
      id,
      computeOnce(contractCache, contract, () => ({
        ...contract,
        rules: contract.quote ? RULES : {},
      })),
    ]),
  );

/** Starts with the account's equity in cash; running commodities are bought at the next bar. */
export function createHoldingBook(book: Book): Book {
  const { equityMills } = book;
  const switches = Object.entries(book.commodities).map(
    ([key, { active }]) => [key, { ...IDLE_SWITCH, active }] as const,
  );
  return {
    ...book,
    capitalMills: equityMills,
    balances: applyPostings(EMPTY_BALANCES, buildOpeningPostings(equityMills)),
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

/** Mirrors switches and modes; ignores playbook choices and orders. */
export function mirrorCommandForHolding(
  command: Command,
  context: MirrorContext,
): readonly Command[] {
  if (
    command.type === 'ChoosePlaybook' ||
    command.type === 'PlaceOrder' ||
    command.type === 'CancelOrder'
  )
    return [];
  if (command.type !== 'ClosePosition') return mirrorCommand(command, context);
  const ownHolding = findOwnPosition(context, command.positionId);
  const positions = Object.values(
    (ownHolding && context.shadows[ownHolding.book.id]?.positions) ?? {},
  ).filter(({ commodity }) => commodity === ownHolding?.position.commodity);
  return positions.map(({ id }) => ({ type: 'ClosePosition', positionId: id }));
}

/** Sells positions of stopped commodities, which STOP alone would hold forever. */
export function closeStoppedHoldings(
  books: Readonly<Record<string, Book>>,
): readonly CommandEnvelope[] {
  return Object.values(books).flatMap((book) =>
    Object.values(book.positions).flatMap(({ id, commodity }): CommandEnvelope[] => {
      const isExiting =
        book.closing[id] !== undefined ||
        Object.values(book.orders).some(
          ({ purpose, positionId }) => purpose === 'EXIT' && positionId === id,
        );
      return isExiting || book.commodities[commodity]?.active
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
