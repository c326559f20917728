/** Updates market state with market events: quotes, volatility, playbook states. */
import type { Instrument } from '../domain/instrument';
import { type Bar, findBarError, findQuoteError } from '../domain/quote';
import { type EpochMs, type Ticks, toTicks } from '../domain/units';
import type { FindSignal } from '../market/inputs/public-data';
import { getSignalValue } from '../market/inputs/signal-inputs';
import type { MarketEvent, WeatherReading } from '../ports';
import {
  computeAnnualizedVolatility,
  updatePriceScale,
  updateVariance,
} from '../risk/bar-volatility';
import { appendSpread } from '../risk/entry-veto';
import { type BarLength, getBarLength } from '../strategies/playbook';
import type { EngineConfig } from './config';
import type { EngineEvent } from './event';
import {
  type GetInput,
  createRuleStates,
  appendBarEnd,
  listEvaluators,
  selectPlaybooks,
  foldRules,
  refreshRules,
  applyWarmUp,
} from './playbook-folding';
import { hasSameTerms } from './contract-terms';
import { updateCoverage } from './quote-coverage';
import type { DeskState, InstrumentMarket, MarketState } from './state';
import { DAY_MS } from '../domain/time';

/** A weather reading older than this is ignored: its series has ended. */
const WEATHER_STALE_MS = 7 * DAY_MS;

type ListPlaybooks = EngineConfig['listPlaybooks'];

/**
 * Lists contracts and keeps their state unless their terms changed. `heldTerms`: terms that stay in
 * effect for contracts in use, by id.
 */
export function listMarket(
  markets: DeskState['markets'],
  name: string,
  instruments: readonly Instrument[],
  staleAfterMs: number,
  listPlaybooks: ListPlaybooks,
  warmUpBars: readonly BarLength[] = [],
  heldTerms: Readonly<Record<string, Instrument>> = {},
): DeskState['markets'] {
  const market: MarketState = markets[name] ?? {
    name,
    instruments: {},
    weather: {},
    inputs: {},
    inputsMs: null,
  };
  const entries = instruments.map((instrument) => {
    const terms = heldTerms[instrument.id] ?? instrument;
    const existing = market.instruments[instrument.id];
    const contract =
      existing && hasSameTerms(existing.instrument, terms)
        ? withStaleLimit(existing, staleAfterMs)
        : buildUnquotedContract(terms, staleAfterMs, listPlaybooks, warmUpBars);
    return [instrument.id, withNewTerms(contract, instrument)] as const;
  });
  return {
    ...markets,
    [name]: { ...market, instruments: { ...market.instruments, ...Object.fromEntries(entries) } },
  };
}

/** A later listing may set another limit, e.g. until the close of the next session. */
const withStaleLimit = (contract: InstrumentMarket, staleAfterMs: number): InstrumentMarket =>
  contract.staleAfterMs === staleAfterMs ? contract : { ...contract, staleAfterMs };

/** Limits strategies with inputs to those that a user chose. */
export function setUnprovenInputs(
  markets: DeskState['markets'],
  name: string,
): DeskState['markets'] {
  const market = markets[name];
  return market ? { ...markets, [name]: { ...market, hasUnprovenInputs: true } } : markets;
}

/** Names the origin of the prices of contracts. */
export function setPriceSource(
  markets: DeskState['markets'],
  name: string,
  instruments: readonly Instrument[],
  origin: Required<Pick<InstrumentMarket, 'priceSource' | 'hasLiveQuotes'>>,
): DeskState['markets'] {
  const market = markets[name];
  if (!market) return markets;
  const sourced = instruments.flatMap(({ id }) => {
    const contract = market.instruments[id];
    return contract ? [[id, { ...contract, ...origin }] as const] : [];
  });
  return {
    ...markets,
    [name]: { ...market, instruments: { ...market.instruments, ...Object.fromEntries(sourced) } },
  };
}

/** Stores the listed terms if they differ from those that apply. */
function withNewTerms(contract: InstrumentMarket, entries: Instrument): InstrumentMarket {
  if (!hasSameTerms(contract.instrument, entries)) return { ...contract, newTerms: entries };
  if (!contract.newTerms) return contract;
  const { newTerms: _over, ...rest } = contract;
  return rest;
}

const buildUnquotedContract = (
  instrument: Instrument,
  staleAfterMs: number,
  listPlaybooks: ListPlaybooks,
  warmUpBars: readonly BarLength[],
): InstrumentMarket => ({
  instrument,
  quote: null,
  isLive: false,
  staleAfterMs,
  day: '',
  dayBaseTicks: null,
  dayLowTicks: null,
  dayHighTicks: null,
  measuredBy: null,
  lastBar: null,
  bars: 0,
  barEnds: {},
  variance: 0,
  scaleTicks: 0,
  spreads: [],
  rules: createRuleStates(listPlaybooks, instrument, warmUpBars),
});

/** True for a valid event of a listed contract that is not older than the last quote. */
export function isCredible(markets: DeskState['markets'], event: MarketEvent): boolean {
  const contract = markets[event.market]?.instruments[event.instrumentId];
  return contract !== undefined && isSound(contract, event);
}

/** How a price arrived. `isUnstored`: live, but storage failed, so that nothing may act on it. */
interface Arrival {
  readonly isBackfill: boolean;
  readonly isUnstored?: boolean;
}

const LIVE: Arrival = { isBackfill: false };

/** No signals: for markets without networks. */
const NO_SIGNAL: FindSignal = () => null;

/**
 * Unchanged if the event is invalid or older than the last quote. `findSignal`: signals in force at
 * the event.
 */
export function applyMarketEvent(
  markets: DeskState['markets'],
  event: MarketEvent,
  { listPlaybooks, getTradingDay }: Pick<EngineConfig, 'listPlaybooks' | 'getTradingDay'>,
  { isBackfill, isUnstored = false }: Arrival = LIVE,
  findSignal: FindSignal = NO_SIGNAL,
): DeskState['markets'] {
  const market = markets[event.market];
  const contract = market?.instruments[event.instrumentId];
  if (!market || !contract || !isSound(contract, event)) return markets;
  // An unstored price still counts as live.
  const isLive = !isBackfill || isUnstored;
  const extendsCoverage = !isBackfill && event.type !== 'BarClosed';
  const { quote } = event;
  const { day, dayBaseTicks, dayLowTicks, dayHighTicks } = updateDay(
    contract,
    event,
    getTradingDay,
  );
  // One spread each: every price of a desk passes here.
  const quotedContract: InstrumentMarket = extendsCoverage
    ? {
        ...contract,
        day,
        dayBaseTicks,
        dayLowTicks,
        dayHighTicks,
        quote,
        isLive,
        coverage: updateCoverage(contract, event.type, quote),
      }
    : { ...contract, day, dayBaseTicks, dayLowTicks, dayHighTicks, quote, isLive };
  const next =
    event.type === 'BarClosed'
      ? foldBar(quotedContract, event.bar, market, listPlaybooks, findSignal)
      : quotedContract;
  return {
    ...markets,
    [market.name]: {
      ...market,
      instruments: { ...market.instruments, [event.instrumentId]: next },
    },
  };
}

type DayFigures = Pick<InstrumentMarket, 'day' | 'dayBaseTicks' | 'dayLowTicks' | 'dayHighTicks'>;

/**
 * The last quote of the previous day is the base of the daily change. A bar that started before the
 * day counts with its close only, except where all bars are days. One of an earlier day that arrives
 * after prices of this day is its base.
 */
function updateDay(
  contract: InstrumentMarket,
  event: MarketEvent,
  getTradingDay: EngineConfig['getTradingDay'],
): DayFigures {
  const { lastTicks, atMs } = event.quote;
  const day = getTradingDay(atMs);
  const isSameDay = day === contract.day;
  if (event.type === 'BarClosed' && event.isQuoted && getTradingDay(event.bar.endsMs) !== day)
    return {
      day,
      dayBaseTicks: event.bar.closeTicks,
      dayLowTicks: isSameDay ? contract.dayLowTicks : lastTicks,
      dayHighTicks: isSameDay ? contract.dayHighTicks : lastTicks,
    };
  let low = isSameDay ? Math.min(contract.dayLowTicks ?? lastTicks, lastTicks) : lastTicks;
  let high = isSameDay ? Math.max(contract.dayHighTicks ?? lastTicks, lastTicks) : lastTicks;
  if (
    event.type === 'BarClosed' &&
    (contract.measuredBy === '1d' || getTradingDay(event.bar.startsMs) === day)
  ) {
    low = Math.min(low, event.bar.lowTicks);
    high = Math.max(high, event.bar.highTicks);
  }
  return {
    day,
    dayBaseTicks: isSameDay ? contract.dayBaseTicks : findPriorClose(contract),
    dayLowTicks: toTicks(low),
    dayHighTicks: toTicks(high),
  };
}

/**
 * Last price of the previous day. Where all bars are days it is the last close: the open of a session
 * may belong to the evening before.
 */
const findPriorClose = ({ measuredBy, lastBar, quote }: InstrumentMarket): Ticks | null =>
  (measuredBy === '1d' ? lastBar?.closeTicks : undefined) ?? quote?.lastTicks ?? null;

function isSound(contract: InstrumentMarket, event: MarketEvent): boolean {
  if (findQuoteError(contract.instrument, event.quote) !== null) return false;
  if (contract.quote && event.quote.atMs < contract.quote.atMs) return false;
  return event.type !== 'BarClosed' || findBarError(contract.instrument, event.bar) === null;
}

/** Of bars with the same end the longer comes last. Only the shortest length updates volatility. */
const LENGTHS_ASCENDING: readonly BarLength[] = ['15m', '1h', '1d'];

function foldBar(
  contract: InstrumentMarket,
  bar: Bar,
  market: MarketState,
  listPlaybooks: ListPlaybooks,
  findSignal: FindSignal,
): InstrumentMarket {
  const length = getBarLength(bar.endsMs - bar.startsMs + 1);
  const playbooks = selectPlaybooks(listPlaybooks, contract.instrument);
  const due = playbooks.due[length];
  const getInput = createInputLookup(market, bar.endsMs, findSignal);
  const { instrument } = contract;
  const rules = refreshRules(
    foldRules(contract.rules, due, instrument, bar, getInput),
    playbooks.refreshed[length],
    instrument,
    bar,
    getInput,
  );
  const { measuredBy, lastBar, bars, variance, scaleTicks, spreads } = updateStatistics(
    contract,
    bar,
    length,
  );
  return {
    ...contract,
    measuredBy,
    lastBar,
    bars,
    variance,
    scaleTicks,
    spreads,
    barEnds: {
      ...contract.barEnds,
      [length]: appendBarEnd(contract.barEnds[length] ?? [], bar, playbooks.holders[length]),
    },
    rules,
  };
}

type BarStatistics = Pick<
  InstrumentMarket,
  'measuredBy' | 'lastBar' | 'bars' | 'variance' | 'scaleTicks' | 'spreads'
>;

function updateStatistics(contract: InstrumentMarket, bar: Bar, length: BarLength): BarStatistics {
  const startsOver =
    contract.measuredBy === null ||
    LENGTHS_ASCENDING.indexOf(length) < LENGTHS_ASCENDING.indexOf(contract.measuredBy);
  const before: BarStatistics = startsOver
    ? { measuredBy: length, lastBar: null, bars: 0, variance: 0, scaleTicks: 0, spreads: [] }
    : contract;
  if (before.measuredBy !== length) return before;
  const close = bar.closeTicks;
  const scaleTicks = updatePriceScale(before.bars, before.scaleTicks, close);
  const variance = updateVariance(
    before.bars,
    before.variance,
    close - (before.lastBar?.closeTicks ?? close),
    scaleTicks,
    bar.endsMs - bar.startsMs + 1,
  );
  const spreads = contract.quote
    ? appendSpread(before.spreads, contract.quote.askTicks - contract.quote.bidTicks)
    : before.spreads;
  return { measuredBy: length, lastBar: bar, bars: before.bars + 1, variance, scaleTicks, spreads };
}

/**
 * Value of an input at a time: as published, else a recent weather reading, else of the signal in
 * force, else NaN.
 */
function createInputLookup(
  { inputs, weather }: MarketState,
  atMs: EpochMs,
  findSignal: FindSignal,
): GetInput {
  return (id) => {
    const value = inputs[id];
    if (value !== undefined) return value;
    const reading = weather[id];
    if (reading && atMs - reading.validMs <= WEATHER_STALE_MS) return reading.value;
    return getSignalValue(id, findSignal, atMs);
  };
}

/**
 * Unchanged if the contract is no longer listed. Rules on signals take the signal in force, because
 * the warm-up has none.
 */
export function applyPlaybookWarmUp(
  markets: DeskState['markets'],
  {
    market: name,
    instrumentId,
    rules: warmedUp,
    barEnds,
  }: Extract<EngineEvent, { type: 'PlaybooksWarmedUp' }>,
  listPlaybooks: ListPlaybooks,
  findSignal: FindSignal = NO_SIGNAL,
): DeskState['markets'] {
  const market = markets[name];
  const contract = market?.instruments[instrumentId];
  if (!market || !contract) return markets;
  const { instrument, lastBar } = contract;
  const rules = applyWarmUp(contract.rules, warmedUp);
  const next: InstrumentMarket = {
    ...contract,
    rules: lastBar
      ? refreshRules(
          rules,
          listEvaluators(listPlaybooks, instrument),
          instrument,
          lastBar,
          createInputLookup(market, lastBar.endsMs, findSignal),
        )
      : rules,
    barEnds: { ...contract.barEnds, ...barEnds },
  };
  return {
    ...markets,
    [name]: { ...market, instruments: { ...market.instruments, [instrumentId]: next } },
  };
}

export function applyInputs(
  markets: DeskState['markets'],
  name: string,
  values: Readonly<Record<string, number>>,
  atMs: EpochMs,
): DeskState['markets'] {
  const market = markets[name];
  return market
    ? { ...markets, [name]: { ...market, inputs: { ...market.inputs, ...values }, inputsMs: atMs } }
    : markets;
}

/** An older reading never replaces a newer one. */
export function applyWeather(
  markets: DeskState['markets'],
  reading: WeatherReading,
): DeskState['markets'] {
  const market = markets[reading.market];
  const latest = market?.weather[reading.series];
  if (!market || (latest && latest.validMs > reading.validMs)) return markets;
  const { value, validMs, publishedMs } = reading;
  return {
    ...markets,
    [market.name]: {
      ...market,
      weather: { ...market.weather, [reading.series]: { value, validMs, publishedMs } },
    },
  };
}

/** Annualized volatility (0.2 = 20%); null before 20 bars. */
export const computeAnnualVolatility = ({
  lastBar,
  bars,
  variance,
}: InstrumentMarket): number | null =>
  lastBar === null
    ? null
    : computeAnnualizedVolatility(bars, variance, lastBar.startsMs, lastBar.endsMs);
