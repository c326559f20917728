// The story of a position in words: why it was traded, what happened since, what it cost, and what
// came of what was foretold.
import type { EntryDto, NamedFigure, PositionStoryDto, StoryLine } from '../../contracts/position';
import { findPosition, type PositionRecord } from './closed-position.server';
import {
  type StoryFill,
  type StoryOrder,
  markRange,
  findScore,
  storyFills,
  storyOrders,
  storyRecords,
} from './position-records.server';
import type { Terminal } from '../desk/terminal';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { KnownAtEntry } from '../../trading/domain/decision-facts';
import {
  formatAge,
  decimalNumber,
  formatMoney,
  formatPercent,
  formatPrice,
  signedMoney,
  formatSize,
  capitalizeFirst,
  isoMoment,
} from '../../trading/domain/format';
import { type Instrument, getCode, valueMills } from '../../trading/domain/instrument';
import { profitMills } from '../../trading/domain/position';
import type { LogRecord } from '../../trading/domain/record';
import { type Ticks, addMills, subtractMills, toTicks } from '../../trading/domain/units';
import {
  type ReplayedDecision,
  replayDecision,
  replayTrail,
} from '../../trading/engine/replay-decision';
import { listeningHolding, computeSensitivities } from '../risk/sensitivities.server';
import {
  serializeOpenPosition,
  closedWire,
  playbookName,
  tradedInstrument,
} from '../portfolio/serialize-book.server';

type Decided = Extract<LogRecord, { type: 'DecisionTaken' }>;

interface Story {
  readonly position: PositionRecord;
  readonly instrument: Instrument;
  readonly orders: readonly StoryOrder[];
  readonly fills: readonly StoryFill[];
  readonly causes: ReadonlyMap<number, LogRecord>;
}

/** The story of one of this user's positions; null when there is none. */
export function positionStory(
  desk: Terminal,
  userId: string,
  id: string,
  replays: boolean,
): PositionStoryDto | null {
  const position = findPosition(desk.db, userId, id);
  if (!position) return null;
  const market = desk.state().books[position.bookId]?.market ?? '';
  const instrument = tradedInstrument(desk, market, position.instrumentId);
  const orders = storyOrders(desk.db, userId, id);
  const records = storyRecords(
    desk.db,
    userId,
    orders.flatMap(({ causeSeq, placedSeq }) => [causeSeq ?? [], placedSeq].flat()),
  );
  const story: Story = {
    position,
    instrument,
    orders,
    fills: storyFills(desk.db, userId, id),
    causes: new Map(records.map((record) => [record.seq, record])),
  };
  const decided = entryDecision(story);
  const instrumentOf = (other: string): Instrument => tradedInstrument(desk, market, other);
  const made = new Map(
    orders.map((order) => [order.id, replayStoredDecision(story, order, instrumentOf)]),
  );
  return {
    position: toDto(desk, userId, story),
    bookName: `${(position.bookId.split(':').at(-1) ?? '').toUpperCase()} book`,
    playbook:
      position.playbookId === null ? null : playbookName(position.commodity, position.playbookId),
    entry: decided ? entryWire(decided, instrument) : null,
    lines: listLines(story, replays ? made : new Map()),
    canReplay: [...made.values()].some((again) => again !== null),
    costs: listCosts(story),
    outcome: buildOutcome(desk, story, decided),
    weather: buildWeather(desk, userId, story),
    replay: replays && decided ? replayDecision(decided.payload, instrumentOf) : null,
  };
}

function toDto(
  desk: Terminal,
  userId: string,
  { position, instrument }: Story,
): PositionStoryDto['position'] {
  const view = desk.view(userId, desk.state().books[position.bookId]?.mode);
  const open = view?.positions.find((row) => row.position.id === position.id);
  return open && view
    ? serializeOpenPosition(open, view.asOfSeq)
    : closedWire(position, instrument, view?.asOfSeq ?? 0);
}

function buildWeather(
  desk: Terminal,
  userId: string,
  { position }: Story,
): PositionStoryDto['weather'] {
  const { market = '', mode } = desk.state().books[position.bookId] ?? {};
  const open = desk.view(userId, mode)?.positions.find((row) => row.position.id === position.id);
  if (!open) return null;
  const known = desk.risk.of(market);
  const holding = listeningHolding(open);
  return {
    figures: holding ? computeSensitivities(known, holding) : [],
    reason: holding
      ? known.shifts.length > 0
        ? null
        : known.stressReason
      : 'The position has no price yet.',
  };
}

function entryDecision({ orders, causes }: Story): Decided | null {
  const entry = orders.find(({ purpose }) => purpose === 'ENTRY');
  const cause =
    entry?.causeSeq === null || entry === undefined ? undefined : causes.get(entry.causeSeq);
  return cause?.type === 'DecisionTaken' ? cause : null;
}

function entryWire({ seq, atMs, payload }: Decided, instrument: Instrument): EntryDto {
  const { known, plan, reason, quote } = payload;
  const shown: NamedFigure[] = [
    {
      name: 'Price seen',
      value: formatPrice(instrument, quote.lastTicks),
      note: `bid ${formatPrice(instrument, quote.bidTicks)}, ask ${formatPrice(instrument, quote.askTicks)}`,
    },
  ];
  return {
    seq,
    at: isoMoment(atMs),
    reason: capitalizeFirst(reason),
    canReplay: known !== undefined && plan !== undefined,
    known:
      known && plan
        ? [
            ...shown,
            ...knownFigures(known, instrument),
            {
              name: 'Plan',
              value: formatSize(instrument, plan.lots),
              note: `stop ${formatDistance(instrument, plan.stopDistanceTicks)}, target ${formatDistance(instrument, plan.targetDistanceTicks)} from the fill`,
            },
          ]
        : shown,
    inputs: Object.entries(known?.inputs ?? {}).map(([name, value]) => ({
      name,
      value: value === null ? 'not known' : decimalNumber(value, 4),
    })),
    limits: (known?.limits ?? []).map(({ name, usedMills, allowedMills }) => ({
      name,
      value: `${formatMoney(usedMills)} of ${formatMoney(allowedMills)}`,
    })),
  };
}

const formatDistance = (instrument: Instrument, ticks: Ticks | null): string =>
  ticks === null ? 'none' : formatPrice(instrument, ticks);

function knownFigures(
  {
    side,
    strength,
    range,
    volatility,
    equityMills,
    positionSize,
    riskLevel,
    signal,
    inputsMs,
    regime,
  }: KnownAtEntry,
  instrument: Instrument,
): NamedFigure[] {
  return [
    { name: 'Wish', value: side, note: `strength ${formatPercent(100 * strength, 0)}` },
    {
      name: 'Network',
      value: signal
        ? `${signal.network}: ${signal.word} ${formatPercent(100 * signal.confidence, 0)}`
        : 'no signal',
      ...(signal
        ? {
            note: `on the forecasts of ${isoMoment(signal.slotMs).slice(0, 16).replace('T', ' ')} UTC`,
          }
        : {}),
    },
    ...(regime
      ? [
          {
            name: 'Spread',
            value: `${regime.spreadTicks} ticks`,
            note:
              regime.medianSpreadTicks === null
                ? 'no normal range yet'
                : `recent median ${regime.medianSpreadTicks}`,
          },
        ]
      : []),
    {
      name: 'Average range',
      value:
        range === null
          ? 'not known'
          : `${decimalNumber(range, instrument.tick.decimals)} ${COMMODITIES[instrument.commodity].priceUnit}`,
    },
    {
      name: 'Volatility',
      value: volatility === null ? 'not known' : `${formatPercent(100 * volatility, 0)} a year`,
    },
    {
      name: 'Equity',
      value: formatMoney(equityMills),
      note: `risk ${riskLevel}, size ${positionSize}`,
    },
    ...(inputsMs === null
      ? []
      : [
          {
            name: 'World as known at',
            value: `${isoMoment(inputsMs).slice(0, 16).replace('T', ' ')} UTC`,
          },
        ]),
  ];
}

/** The decision behind an order made again: that of its cause, or the move of a stop. */
function replayStoredDecision(
  { causes, instrument }: Story,
  { causeSeq, placedSeq }: StoryOrder,
  instrumentOf: (id: string) => Instrument,
): ReplayedDecision | null {
  const placed = causes.get(placedSeq);
  if (placed?.type === 'OrderPlaced' && placed.payload.trail)
    return replayTrail(placed.payload.trail, instrument, placed.payload.quote);
  const cause = causeSeq === null ? undefined : causes.get(causeSeq);
  return cause?.type === 'DecisionTaken' ? replayDecision(cause.payload, instrumentOf) : null;
}

/** What an order is for, in a word. */
export const DEEDS = { ENTRY: 'Entry', EXIT: 'Exit', STOP: 'Stop', TARGET: 'Target' } as const;

/** Orders as they were placed and fills as they came, in the order of time. */
function listLines(
  { orders, fills, instrument, causes }: Story,
  made: ReadonlyMap<string, ReplayedDecision | null>,
): StoryLine[] {
  const at = (ticks: Ticks | null): string =>
    ticks === null ? 'at market' : `at ${formatPrice(instrument, ticks)}`;
  const placed = orders.map(
    ({ id, placedSeq, placedMs, purpose, side, lots, priceTicks, state, causeSeq }) => ({
      atMs: placedMs,
      what: `${DEEDS[purpose]} placed: ${side} ${formatSize(instrument, lots)} of ${getCode(instrument)} ${at(priceTicks)} (${state.toLowerCase()})`,
      why:
        trailWords(causes.get(placedSeq)) ??
        causeWords(causeSeq === null ? undefined : causes.get(causeSeq)),
      replay: findVerdict(made.get(id)),
    }),
  );
  const filled = fills.map(({ atMs, purpose, lots, priceTicks, midTicks, feeMills }) => ({
    atMs,
    what: `${DEEDS[purpose]} filled: ${formatSize(instrument, lots)} at ${formatPrice(instrument, priceTicks)}`,
    why: `the market stood at ${formatPrice(instrument, midTicks)}; fee ${formatMoney(feeMills)}`,
    replay: null,
  }));
  return [...placed, ...filled]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...line }) => ({ at: isoMoment(atMs), ...line }));
}

const findVerdict = (made: ReplayedDecision | null | undefined): StoryLine['replay'] =>
  made ? (made.isSame ? 'SAME' : 'DIFFERENT') : null;

const trailWords = (placed: LogRecord | undefined): string | null =>
  placed?.type === 'OrderPlaced' && placed.payload.trail
    ? `moved after a bar: ${placed.payload.trail.plan.reason}`
    : null;

function causeWords(cause: LogRecord | undefined): string | null {
  if (cause?.type === 'DecisionTaken') return cause.payload.reason;
  if (cause?.type === 'CommandReceived') return 'manual close';
  if (cause?.type === 'MarginReduced')
    return `reduced by margin: equity ${formatMoney(cause.payload.equityMills)} was below the maintenance margin of ${formatMoney(cause.payload.maintenanceMills)}`;
  return cause?.type === 'DrawdownTripped'
    ? 'the drawdown circuit breaker closed the account'
    : null;
}

function listCosts({ fills, instrument, position }: Story): NamedFigure[] {
  const slipped = addMills(
    ...fills.map(({ lots, priceTicks, midTicks }) =>
      valueMills(instrument, toTicks(Math.abs(priceTicks - midTicks)), lots),
    ),
  );
  return [
    { name: 'Fees', value: formatMoney(position.feesMills) },
    {
      name: 'Spread and slippage',
      value: formatMoney(slipped),
      note: 'fills against the market of their moment; part of the profit or loss already',
    },
    {
      name: 'Result after fees',
      value: signedMoney(subtractMills(position.realisedMills, position.feesMills)),
      note: position.closedMs === null ? 'realised so far' : 'realised',
    },
  ];
}

/**
 * How far it went for and against the trader, how long it was held, how it ended, and what the
 * network had foretold.
 */
function buildOutcome(desk: Terminal, story: Story, decided: Decided | null): NamedFigure[] {
  const { position, fills, orders } = story;
  const last = [...fills].reverse().find(({ purpose }) => purpose !== 'ENTRY');
  const exit = last && orders.find(({ id }) => id === last.orderId);
  return [
    {
      name: 'Held for',
      value: formatAge((position.closedMs ?? desk.state().nowMs) - position.openedMs),
    },
    ...buildPath(desk, story),
    ...buildMargin(desk, position),
    ...(position.closedMs === null || !exit
      ? []
      : [{ name: 'Ended by', value: DEEDS[exit.purpose].toLowerCase() }]),
    ...getSignalOutcome(desk, decided?.payload.known?.signal?.seq ?? null),
  ];
}

/** What the exchange requires for it while it is open. */
function buildMargin(
  desk: Terminal,
  { id, userId, bookId: ownBook }: Story['position'],
): NamedFigure[] {
  const open = desk
    .view(userId, desk.state().books[ownBook]?.mode)
    ?.positions.find((row) => row.position.id === id);
  return open
    ? [
        {
          name: 'Maintenance margin',
          value: formatMoney(open.maintenanceMarginMills),
          note: `initial ${formatMoney(open.initialMarginMills)}, at the last price`,
        },
      ]
    : [];
}

/** The worst and the best that it was worth; nothing where no valuation has seen it. */
function buildPath(desk: Terminal, { position, instrument }: Story): NamedFigure[] {
  const range = markRange(
    desk.db,
    position.bookId,
    position.instrumentId,
    position.openedSeq,
    position.closedSeq ?? desk.state().logSeq,
  );
  if (!range) return [];
  const worth = (ticks: Ticks) =>
    signedMoney(
      profitMills(
        position.direction,
        position.entryValueMills,
        valueMills(instrument, ticks, position.lotsEntered),
      ),
    );
  const [against, along] =
    position.direction === 'LONG' ? [range.low, range.high] : [range.high, range.low];
  return [
    {
      name: 'Furthest against',
      value: worth(against),
      note: `at ${formatPrice(instrument, against)}`,
    },
    { name: 'Furthest along', value: worth(along), note: `at ${formatPrice(instrument, along)}` },
  ];
}

function getSignalOutcome(desk: Terminal, frozenSeq: number | null): NamedFigure[] {
  const score = frozenSeq === null ? null : findScore(desk.db, frozenSeq);
  if (frozenSeq === null) return [];
  if (!score) return [{ name: 'Signal outcome', value: 'not scored yet' }];
  const { outcome, brier } = score.payload;
  const came =
    outcome === null
      ? 'no price came near its end'
      : outcome === 1
        ? 'the price rose'
        : outcome === 0
          ? 'the price fell'
          : 'the price stood';
  return [
    {
      name: 'Signal outcome',
      value: came,
      ...(brier === null ? {} : { note: `Brier score ${brier.toFixed(3)}, 50/50 baseline 0.250` }),
    },
  ];
}
