/**
 * What a market event does to the desk's view of a market: quotes, volatility, folded playbooks.
 * It knows prices alone; it refuses to touch a book.
 */
import { canonicalJson } from '../domain/canonical';
import { type Instrument, chainOf, priceNumber } from '../domain/instrument';
import { type Bar, barFault, quoteFault } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent, WeatherReading } from '../ports';
import { type BarLength, type Evaluator, type InputBar, barLengthOf, inputIds, isDecidedIn } from '../strategies/playbook';
import type { EngineConfig } from './config';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from './state';

/** Weights of one bar in the mean of squared changes (60 bars) and in the mean of |price| (30 bars). */
const VARIANCE_WEIGHT = 2 / 61;
const SCALE_WEIGHT = 2 / 31;

/** A reading older than this is no reading: a series that has ended informs nobody. */
const WEATHER_STALE_MS = 7 * 86_400_000;
/** Ends of bars remembered, for holding times in bars. */
const BAR_ENDS_KEPT = 260;

type PlaybooksOf = EngineConfig['playbooksOf'];

/** The markets with these contracts listed; what is already known of them stays, unless their terms are others now. */
export function listMarket(markets: DeskState['markets'], name: string, instruments: readonly Instrument[], staleAfterMs: number, playbooksOf: PlaybooksOf): DeskState['markets'] {
  const market: MarketState = markets[name] ?? { name, instruments: {}, weather: {}, inputs: {} };
  const isOther = (instrument: Instrument): boolean => canonicalJson(market.instruments[instrument.id]?.instrument ?? null) !== canonicalJson(instrument);
  const added = instruments.filter(isOther).map((instrument) => [instrument.id, unseen(instrument, staleAfterMs, playbooksOf)] as const);
  return { ...markets, [name]: { ...market, instruments: { ...market.instruments, ...Object.fromEntries(added) } } };
}

const unseen = (instrument: Instrument, staleAfterMs: number, playbooksOf: PlaybooksOf): InstrumentMarket => ({
  instrument, quote: null, staleAfterMs, day: '', dayBaseTicks: null, measuredBy: null, lastBar: null, bars: 0, barEnds: {}, variance: 0, scaleTicks: 0,
  rules: Object.fromEntries(evaluatorsOf(playbooksOf, instrument).map((evaluator) => [evaluator.row.id, begun(evaluator)])),
});

function begun(evaluator: Evaluator): FoldedPlaybook {
  const state = evaluator.init();
  return { state, target: evaluator.target(state), sinceMs: 0 };
}

/** The playbooks that may trade an instrument: some are for single chains. */
const evaluatorsOf = (playbooksOf: PlaybooksOf, instrument: Instrument): readonly Evaluator[] =>
  playbooksOf(instrument.commodity).filter(({ row }) => isDecidedIn(row, chainOf(instrument)));

/** Whether an event may be believed: of a listed contract, sound in itself, and not from before the last quote. */
export function isCredible(markets: DeskState['markets'], event: MarketEvent): boolean {
  const seen = markets[event.market]?.instruments[event.instrumentId];
  return seen !== undefined && isSound(seen, event);
}

/** The markets after an event; unchanged when the event is not sound or comes from the past. */
export function applyMarketEvent(markets: DeskState['markets'], event: MarketEvent, { playbooksOf, dayOf }: Pick<EngineConfig, 'playbooksOf' | 'dayOf'>): DeskState['markets'] {
  const market = markets[event.market];
  const seen = market?.instruments[event.instrumentId];
  if (!market || !seen || !isSound(seen, event)) return markets;
  const quoted: InstrumentMarket = { ...seen, ...dayAt(seen, dayOf(event.quote.atMs)), quote: event.quote };
  const next = event.type === 'BarClosed' ? foldBar(quoted, event.bar, market, playbooksOf) : quoted;
  return { ...markets, [market.name]: { ...market, instruments: { ...market.instruments, [event.instrumentId]: next } } };
}

/** The first quote of a day turns the last one before it into the base of the day's change. */
const dayAt = (seen: InstrumentMarket, day: string): Pick<InstrumentMarket, 'day' | 'dayBaseTicks'> =>
  day === seen.day ? { day, dayBaseTicks: seen.dayBaseTicks } : { day, dayBaseTicks: seen.quote?.lastTicks ?? null };

function isSound(seen: InstrumentMarket, event: MarketEvent): boolean {
  if (quoteFault(seen.instrument, event.quote) !== null) return false;
  if (seen.quote && event.quote.atMs < seen.quote.atMs) return false;
  return event.type !== 'BarClosed' || barFault(seen.instrument, event.bar) === null;
}

/** The longer of two bars that end together is told last; only the shortest measure how a price moves. */
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];

function foldBar(seen: InstrumentMarket, bar: Bar, market: MarketState, playbooksOf: PlaybooksOf): InstrumentMarket {
  const length = barLengthOf(bar.endsMs - bar.startsMs + 1);
  const ends = [...(seen.barEnds[length] ?? []).slice(1 - BAR_ENDS_KEPT), bar.endsMs];
  return { ...seen, ...measured(seen, bar, length), barEnds: { ...seen.barEnds, [length]: ends }, rules: foldRules(seen, bar, length, market, playbooksOf) };
}

type Measured = Pick<InstrumentMarket, 'measuredBy' | 'lastBar' | 'bars' | 'variance' | 'scaleTicks'>;

function measured(seen: InstrumentMarket, bar: Bar, length: BarLength): Measured {
  const isFirst = seen.measuredBy === null || LENGTHS.indexOf(length) < LENGTHS.indexOf(seen.measuredBy);
  const before: Measured = isFirst ? { measuredBy: length, lastBar: null, bars: 0, variance: 0, scaleTicks: 0 } : seen;
  if (before.measuredBy !== length) return before;
  const close = bar.closeTicks;
  const scaleTicks = before.bars === 0 ? Math.abs(close) : before.scaleTicks + SCALE_WEIGHT * (Math.abs(close) - before.scaleTicks);
  const change = before.lastBar ? (close - before.lastBar.closeTicks) / Math.max(1, scaleTicks) : 0;
  const variance = before.bars <= 1 ? change * change : before.variance + VARIANCE_WEIGHT * (change * change - before.variance);
  return { measuredBy: length, lastBar: bar, bars: before.bars + 1, variance, scaleTicks };
}

/** The playbooks after a bar of their own length; the others stay as they were. A state that was seen before is never changed: a copy goes on. */
function foldRules(seen: InstrumentMarket, bar: Bar, length: BarLength, market: MarketState, playbooksOf: PlaybooksOf): InstrumentMarket['rules'] {
  const due = evaluatorsOf(playbooksOf, seen.instrument).filter(({ row }) => row.bar === length);
  if (due.length === 0) return seen.rules;
  const rules: Record<string, FoldedPlaybook> = { ...seen.rules };
  const inputOf = inputsAt(market, bar.endsMs);
  for (const evaluator of due) {
    const before = seen.rules[evaluator.row.id] ?? begun(evaluator);
    const state = evaluator.copy(before.state);
    evaluator.fold(state, toInputBar(seen.instrument, bar, inputIds(evaluator.row, chainOf(seen.instrument)).map(inputOf)));
    rules[evaluator.row.id] = { state, target: evaluator.target(state), sinceMs: state.side === before.state.side ? before.sinceMs : bar.endsMs };
  }
  return rules;
}

const toInputBar = (instrument: Instrument, bar: Bar, inputs: readonly number[]): InputBar => ({
  open: priceNumber(instrument, bar.openTicks), high: priceNumber(instrument, bar.highTicks), low: priceNumber(instrument, bar.lowTicks),
  close: priceNumber(instrument, bar.closeTicks), endsMs: bar.endsMs, inputs,
});

/** What is known of an input at a moment: as told, else a reading of the weather that is not too old; NaN for nothing. */
function inputsAt({ inputs, weather }: MarketState, atMs: EpochMs): (id: string) => number {
  return (id) => {
    const known = inputs[id];
    if (known !== undefined) return known;
    const reading = weather[id];
    return reading && atMs - reading.validMs <= WEATHER_STALE_MS ? reading.value : NaN;
  };
}

/** The markets after inputs were told. */
export function applyInputs(markets: DeskState['markets'], name: string, values: Readonly<Record<string, number>>): DeskState['markets'] {
  const market = markets[name];
  return market ? { ...markets, [name]: { ...market, inputs: { ...market.inputs, ...values } } } : markets;
}

/** The markets after a published reading; an older one never replaces a newer. */
export function applyWeather(markets: DeskState['markets'], reading: WeatherReading): DeskState['markets'] {
  const market = markets[reading.market];
  const known = market?.weather[reading.series];
  if (!market || (known && known.validMs > reading.validMs)) return markets;
  const { value, validMs, publishedMs } = reading;
  return { ...markets, [market.name]: { ...market, weather: { ...market.weather, [reading.series]: { value, validMs, publishedMs } } } };
}

const DAY_MS = 86_400_000;

/** Annualised volatility from the variance of one bar: 252 daily bars a year, all hours for shorter ones; null before 20 bars. */
export function annualVolatility(market: InstrumentMarket): number | null {
  const { lastBar, bars, variance } = market;
  if (!lastBar || bars < 20) return null;
  const lengthMs: EpochMs = Math.max(1000, lastBar.endsMs - lastBar.startsMs + 1);
  const barsPerYear = lengthMs >= DAY_MS / 2 ? (252 * DAY_MS) / Math.max(DAY_MS, lengthMs) : (365.25 * DAY_MS) / lengthMs;
  return Math.sqrt(variance * barsPerYear);
}
