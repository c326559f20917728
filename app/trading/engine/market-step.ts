/**
 * What a market event does to the desk's view of a market: quotes, volatility, folded playbooks.
 * It knows prices alone; it refuses to touch a book.
 */
import { canonicalJson } from '../domain/canonical';
import { type Instrument, priceNumber } from '../domain/instrument';
import { type Bar, barFault, quoteFault } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent, WeatherReading } from '../ports';
import type { RuleBar } from '../strategies/strategy';
import type { EngineConfig } from './config';
import type { DeskState, InstrumentMarket, MarketState } from './state';

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
  const market: MarketState = markets[name] ?? { name, instruments: {}, weather: {} };
  const isOther = (instrument: Instrument): boolean => canonicalJson(market.instruments[instrument.id]?.instrument ?? null) !== canonicalJson(instrument);
  const added = instruments.filter(isOther).map((instrument) => [instrument.id, unseen(instrument, staleAfterMs, playbooksOf)] as const);
  return { ...markets, [name]: { ...market, instruments: { ...market.instruments, ...Object.fromEntries(added) } } };
}

const unseen = (instrument: Instrument, staleAfterMs: number, playbooksOf: PlaybooksOf): InstrumentMarket => ({
  instrument, quote: null, staleAfterMs, day: '', dayBaseTicks: null, lastBar: null, bars: 0, barEnds: [], variance: 0, scaleTicks: 0,
  rules: Object.fromEntries(playbooksOf(instrument.commodity).map((bound) => [bound.playbook.id, { state: bound.init(), sinceMs: 0 }])),
});

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

function foldBar(seen: InstrumentMarket, bar: Bar, market: MarketState, playbooksOf: PlaybooksOf): InstrumentMarket {
  const close = bar.closeTicks;
  const scaleTicks = seen.bars === 0 ? Math.abs(close) : seen.scaleTicks + SCALE_WEIGHT * (Math.abs(close) - seen.scaleTicks);
  const change = seen.lastBar ? (close - seen.lastBar.closeTicks) / Math.max(1, scaleTicks) : 0;
  const variance = seen.bars <= 1 ? change * change : seen.variance + VARIANCE_WEIGHT * (change * change - seen.variance);
  const ruleBar = toRuleBar(seen.instrument, bar, market);
  const rules: Record<string, InstrumentMarket['rules'][string]> = {};
  for (const bound of playbooksOf(seen.instrument.commodity)) {
    const before = seen.rules[bound.playbook.id] ?? { state: bound.init(), sinceMs: 0 };
    const state = bound.fold(before.state, ruleBar);
    rules[bound.playbook.id] = { state, sinceMs: state.target.side === before.state.target.side ? before.sinceMs : bar.endsMs };
  }
  return { ...seen, lastBar: bar, bars: seen.bars + 1, barEnds: [...seen.barEnds.slice(1 - BAR_ENDS_KEPT), bar.endsMs], scaleTicks, variance, rules };
}

function toRuleBar(instrument: Instrument, bar: Bar, market: MarketState): RuleBar {
  const fresh = Object.entries(market.weather).filter(([, reading]) => bar.endsMs - reading.validMs <= WEATHER_STALE_MS);
  const weather = Object.fromEntries(fresh.map(([series, reading]) => [series, reading.value]));
  return {
    open: priceNumber(instrument, bar.openTicks), high: priceNumber(instrument, bar.highTicks), low: priceNumber(instrument, bar.lowTicks),
    close: priceNumber(instrument, bar.closeTicks), endsMs: bar.endsMs, weather,
  };
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
