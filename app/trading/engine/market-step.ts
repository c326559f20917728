/**
 * What a market event does to the desk's view of a market: quotes, volatility, folded playbooks.
 */
import type { Instrument } from '../domain/instrument';
import { type Bar, barFault, quoteFault } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent, WeatherReading } from '../ports';
import { annualisedVolatility, nextScale, nextVariance } from '../risk/bar-volatility';
import { spreadsAfter } from '../risk/regime';
import { type BarLength, getBarLength } from '../strategies/playbook';
import type { EngineConfig } from './config';
import type { EngineEvent } from './event';
import {
  type InputOf,
  createRuleStates,
  endsAfter,
  listEvaluators,
  foldRules,
  applyWarmUp,
} from './folding';
import { hasSameTerms } from './held-terms';
import { coveredBy } from './quote-coverage';
import type { DeskState, InstrumentMarket, MarketState } from './state';
import { DAY_MS } from '../domain/time';

/** A reading older than this is no reading: a series that has ended informs nobody. */
const WEATHER_STALE_MS = 7 * DAY_MS;

type PlaybooksOf = EngineConfig['playbooksOf'];

/**
 * The markets with these contracts listed; what is already known of them stays, unless their terms
 * are others now.
 * `heldTerms`: the terms that go on to apply to contracts in use, by id, whatever they are listed
 * under.
 */
export function listMarket(
  markets: DeskState['markets'],
  name: string,
  instruments: readonly Instrument[],
  staleAfterMs: number,
  playbooksOf: PlaybooksOf,
  foldedApart: readonly BarLength[] = [],
  heldTerms: Readonly<Record<string, Instrument>> = {},
): DeskState['markets'] {
  const market: MarketState = markets[name] ?? {
    name,
    instruments: {},
    weather: {},
    inputs: {},
    inputsMs: null,
  };
  const listed = instruments.map((instrument) => {
    const applied = heldTerms[instrument.id] ?? instrument;
    const known = market.instruments[instrument.id];
    const seen =
      known && hasSameTerms(known.instrument, applied)
        ? known
        : buildUnseen(applied, staleAfterMs, playbooksOf, foldedApart);
    return [instrument.id, withNewTerms(seen, instrument)] as const;
  });
  return {
    ...markets,
    [name]: { ...market, instruments: { ...market.instruments, ...Object.fromEntries(listed) } },
  };
}

/**
 * A contract with the terms that it is listed under, where they are others than those that apply.
 */
function withNewTerms(seen: InstrumentMarket, listed: Instrument): InstrumentMarket {
  if (!hasSameTerms(seen.instrument, listed)) return { ...seen, newTerms: listed };
  if (!seen.newTerms) return seen;
  const { newTerms: _over, ...rest } = seen;
  return rest;
}

const buildUnseen = (
  instrument: Instrument,
  staleAfterMs: number,
  playbooksOf: PlaybooksOf,
  foldedApart: readonly BarLength[],
): InstrumentMarket => ({
  instrument,
  quote: null,
  isLive: false,
  staleAfterMs,
  day: '',
  dayBaseTicks: null,
  measuredBy: null,
  lastBar: null,
  bars: 0,
  barEnds: {},
  variance: 0,
  scaleTicks: 0,
  spreads: [],
  rules: createRuleStates(playbooksOf, instrument, foldedApart),
});

/**
 * Whether an event may be believed: of a listed contract, sound in itself, and not from before the
 * last quote.
 */
export function isCredible(markets: DeskState['markets'], event: MarketEvent): boolean {
  const seen = markets[event.market]?.instruments[event.instrumentId];
  return seen !== undefined && isSound(seen, event);
}

/**
 * How a price came: as the past that is loaded after a start, or live; `isUnstored` marks a live
 * one that cannot be acted on.
 */
interface Arrival {
  readonly isBackfill: boolean;
  readonly isUnstored?: boolean;
}

const LIVE: Arrival = { isBackfill: false };

/** The markets after an event; unchanged when the event is not sound or comes from the past. */
export function applyMarketEvent(
  markets: DeskState['markets'],
  event: MarketEvent,
  { playbooksOf, dayOf }: Pick<EngineConfig, 'playbooksOf' | 'dayOf'>,
  { isBackfill, isUnstored = false }: Arrival = LIVE,
): DeskState['markets'] {
  const market = markets[event.market];
  const seen = market?.instruments[event.instrumentId];
  if (!market || !seen || !isSound(seen, event)) return markets;
  // Without storage the engine decides nothing and fills no order; the price still counts as live.
  const isLive = !isBackfill || isUnstored;
  const isCovering = !isBackfill && event.type !== 'BarClosed';
  const quoted: InstrumentMarket = {
    ...seen,
    ...dayAt(seen, dayOf(event.quote.atMs)),
    quote: event.quote,
    isLive,
    ...(isCovering ? { coverage: coveredBy(seen, event.type, event.quote) } : {}),
  };
  const next =
    event.type === 'BarClosed' ? foldBar(quoted, event.bar, market, playbooksOf) : quoted;
  return {
    ...markets,
    [market.name]: {
      ...market,
      instruments: { ...market.instruments, [event.instrumentId]: next },
    },
  };
}

/** The first quote of a day turns the last one before it into the base of the day's change. */
const dayAt = (
  seen: InstrumentMarket,
  day: string,
): Pick<InstrumentMarket, 'day' | 'dayBaseTicks'> =>
  day === seen.day
    ? { day, dayBaseTicks: seen.dayBaseTicks }
    : { day, dayBaseTicks: seen.quote?.lastTicks ?? null };

function isSound(seen: InstrumentMarket, event: MarketEvent): boolean {
  if (quoteFault(seen.instrument, event.quote) !== null) return false;
  if (seen.quote && event.quote.atMs < seen.quote.atMs) return false;
  return event.type !== 'BarClosed' || barFault(seen.instrument, event.bar) === null;
}

/**
 * The longer of two bars that end together is told last; only the shortest measure how a price
 * moves.
 */
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];

function foldBar(
  seen: InstrumentMarket,
  bar: Bar,
  market: MarketState,
  playbooksOf: PlaybooksOf,
): InstrumentMarket {
  const length = getBarLength(bar.endsMs - bar.startsMs + 1);
  const due = listEvaluators(playbooksOf, seen.instrument).filter(({ row }) => row.bar === length);
  const rules = foldRules(seen.rules, due, seen.instrument, bar, inputsAt(market, bar.endsMs));
  return {
    ...seen,
    ...measureBar(seen, bar, length),
    barEnds: { ...seen.barEnds, [length]: endsAfter(seen.barEnds[length] ?? [], bar, due) },
    rules,
  };
}

type Measured = Pick<
  InstrumentMarket,
  'measuredBy' | 'lastBar' | 'bars' | 'variance' | 'scaleTicks' | 'spreads'
>;

function measureBar(seen: InstrumentMarket, bar: Bar, length: BarLength): Measured {
  const isFirst =
    seen.measuredBy === null || LENGTHS.indexOf(length) < LENGTHS.indexOf(seen.measuredBy);
  const before: Measured = isFirst
    ? { measuredBy: length, lastBar: null, bars: 0, variance: 0, scaleTicks: 0, spreads: [] }
    : seen;
  if (before.measuredBy !== length) return before;
  const close = bar.closeTicks;
  const scaleTicks = nextScale(before.bars, before.scaleTicks, close);
  const variance = nextVariance(
    before.bars,
    before.variance,
    close - (before.lastBar?.closeTicks ?? close),
    scaleTicks,
    bar.endsMs - bar.startsMs + 1,
  );
  const spreads = seen.quote
    ? spreadsAfter(before.spreads, seen.quote.askTicks - seen.quote.bidTicks)
    : before.spreads;
  return { measuredBy: length, lastBar: bar, bars: before.bars + 1, variance, scaleTicks, spreads };
}

/**
 * What is known of an input at a moment: as told, else a reading of the weather that is not too
 * old; NaN for nothing.
 */
function inputsAt({ inputs, weather }: MarketState, atMs: EpochMs): InputOf {
  return (id) => {
    const known = inputs[id];
    if (known !== undefined) return known;
    const reading = weather[id];
    return reading && atMs - reading.validMs <= WEATHER_STALE_MS ? reading.value : NaN;
  };
}

/**
 * The markets after the past of playbooks was folded apart; unchanged when the contract is not
 * listed any more.
 */
export function applyPast(
  markets: DeskState['markets'],
  { market: name, instrumentId, rules, barEnds }: Extract<EngineEvent, { type: 'PlaybooksFolded' }>,
): DeskState['markets'] {
  const market = markets[name];
  const seen = market?.instruments[instrumentId];
  if (!market || !seen) return markets;
  const next: InstrumentMarket = {
    ...seen,
    rules: applyWarmUp(seen.rules, rules),
    barEnds: { ...seen.barEnds, ...barEnds },
  };
  return {
    ...markets,
    [name]: { ...market, instruments: { ...market.instruments, [instrumentId]: next } },
  };
}

/** The markets after inputs were told. */
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

/** The markets after a published reading; an older one never replaces a newer. */
export function applyWeather(
  markets: DeskState['markets'],
  reading: WeatherReading,
): DeskState['markets'] {
  const market = markets[reading.market];
  const known = market?.weather[reading.series];
  if (!market || (known && known.validMs > reading.validMs)) return markets;
  const { value, validMs, publishedMs } = reading;
  return {
    ...markets,
    [market.name]: {
      ...market,
      weather: { ...market.weather, [reading.series]: { value, validMs, publishedMs } },
    },
  };
}

/** Annualized volatility as a ratio; null before 20 bars. */
export const annualVolatility = ({ lastBar, bars, variance }: InstrumentMarket): number | null =>
  lastBar === null ? null : annualisedVolatility(bars, variance, lastBar.startsMs, lastBar.endsMs);
