// Futures curve of one chain: all listed months with today's, last week's and last year's prices.
import type { CurveDto, CurveMonthDto } from '../../contracts/api/curve';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatIsoTime } from '../../trading/domain/format';
import { type Instrument, getChain, getCode, toPriceNumber } from '../../trading/domain/instrument';
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { isActiveContract } from '../../trading/engine/chain';
import type { DeskState, InstrumentMarket } from '../../trading/engine/state';
import { type PricedMonth, describeCurve } from '../../trading/market/curve-shape';
import type { CurvePoint, CurveSource } from '../../trading/market/curve-source';
import { findFirstNoticeDay } from '../../trading/market/first-notice';
import { getMoment, getWallTime } from '../../trading/market/local-time';
import type { Terminal } from '../desk/terminal';
import type { CurveChain } from './curve-chain';

const WEEK_MS = 7 * DAY_MS;
/** Weekly strips of a year ago start on the same weekday. */
const YEAR_OF_WEEKS_MS = 52 * WEEK_MS;

const LOADING = 'The market is loading. Prices follow in about a minute.';

type CurveDesk = Pick<Terminal, 'state' | 'findCurves' | 'status' | 'timeZone'>;

/** One month with its price now and the base of its daily change, in quoted units. */
interface PricedInstrument {
  readonly instrument: Instrument;
  readonly price: number | null;
  readonly base: number | null;
}

interface PastCurves {
  readonly weekAgoMs: EpochMs;
  readonly yearAgoMs: EpochMs;
  readonly weekAgo: readonly CurvePoint[];
  readonly yearAgo: readonly CurvePoint[];
}

/** The curve as of engine time. A quoted month shows the price and change of its quote. */
export function buildCurve(
  desk: CurveDesk,
  market: string,
  { commodity, chain, hub }: CurveChain,
): CurveDto {
  const state = desk.state();
  const source = desk.status().feed?.phase === 'catching up' ? null : desk.findCurves(market);
  const priced = source
    ? listSourceMonths(desk, source, market, chain)
    : listQuotedMonths(state, market, chain);
  const past = source ? getPastCurves(source, chain, commodity === 'electricity', state) : null;
  const named = priced.map(
    ({ instrument, price }): PricedMonth => ({ contract: getCode(instrument), price }),
  );
  return {
    commodity,
    chain,
    hub,
    unit: COMMODITIES[commodity].priceUnit,
    market,
    asOf: formatIsoTime(state.nowMs),
    weekAgoAt: formatIsoTime(past?.weekAgoMs ?? null),
    yearAgoAt: formatIsoTime(past?.yearAgoMs ?? null),
    shape: roundShape(describeCurve(named), priced[0]?.instrument),
    months: priced.map((one, index) =>
      serializeMonth({ state, market, past }, one, priced[index + 1] ?? null),
    ),
    reason: explainMissing(desk, market, source, priced),
  };
}

function explainMissing(
  desk: CurveDesk,
  market: string,
  source: CurveSource | null,
  priced: readonly PricedInstrument[],
): string | null {
  if (source) return null;
  if (desk.findCurves(market)) return LOADING;
  if (priced.length === 0) return `Market ${market} has no price yet.`;
  const months = priced.filter(({ instrument }) => instrument.contract !== undefined);
  if (months.length === 0)
    return `Market ${market} has no contract months: its history is one continuous price.`;
  return months.length === 1 ? 'No curve: only one month has a price.' : null;
}

/** Months that the engine follows, where the market lists no others. */
const listQuotedMonths = (
  { markets, nowMs }: DeskState,
  market: string,
  chain: string,
): readonly PricedInstrument[] =>
  Object.values(markets[market]?.instruments ?? {})
    .filter(
      ({ instrument }) =>
        getChain(instrument) === chain && (instrument.contract?.expiresMs ?? Infinity) > nowMs,
    )
    .map(toQuotedInstrument);

const toQuotedInstrument = ({
  instrument,
  quote,
  dayBaseTicks,
}: InstrumentMarket): PricedInstrument => ({
  instrument,
  price: quote ? toPriceNumber(instrument, quote.lastTicks) : null,
  base: dayBaseTicks === null ? null : toPriceNumber(instrument, dayBaseTicks),
});

/** All listed months. The base of a month without a quote is its price at midnight of the market. */
function listSourceMonths(
  desk: CurveDesk,
  source: CurveSource,
  market: string,
  chain: string,
): readonly PricedInstrument[] {
  const { markets, nowMs } = desk.state();
  const quoted = markets[market]?.instruments ?? {};
  const midnightMs = getMoment(getWallTime(nowMs, desk.timeZone).dayMs, 0, desk.timeZone);
  const before = new Map(
    source.listCurve(chain, midnightMs).map(({ instrument, price }) => [instrument.id, price]),
  );
  return source.listCurve(chain, nowMs).map(({ instrument, price }) => {
    const one = quoted[instrument.id];
    return one?.quote
      ? toQuotedInstrument(one)
      : { instrument, price, base: before.get(instrument.id) ?? null };
  });
}

const caches = new WeakMap<
  CurveSource,
  Map<string, { readonly day: number; readonly past: PastCurves }>
>();

/** Cached per chain and UTC day: an old price needs the days around it computed again. */
function getPastCurves(
  source: CurveSource,
  chain: string,
  isWeekly: boolean,
  { nowMs }: Pick<DeskState, 'nowMs'>,
): PastCurves {
  const day = Math.floor(nowMs / DAY_MS);
  const cache = caches.get(source) ?? new Map<string, { day: number; past: PastCurves }>();
  caches.set(source, cache);
  const cached = cache.get(chain);
  if (cached?.day === day) return cached.past;
  const weekAgoMs = day * DAY_MS - WEEK_MS;
  const yearAgoMs = isWeekly ? day * DAY_MS - YEAR_OF_WEEKS_MS : getYearBefore(day * DAY_MS);
  const past = {
    weekAgoMs,
    yearAgoMs,
    weekAgo: source.listDayCurve(chain, weekAgoMs),
    yearAgo: source.listDayCurve(chain, yearAgoMs),
  };
  cache.set(chain, { day, past });
  return past;
}

/** The same date a year earlier; Feb 28 for Feb 29. */
function getYearBefore(dayMs: EpochMs): EpochMs {
  const date = new Date(dayMs);
  const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

interface MonthContext {
  readonly state: DeskState;
  readonly market: string;
  readonly past: PastCurves | null;
}

function serializeMonth(
  { state: { markets, nowMs }, market, past }: MonthContext,
  { instrument, price, base }: PricedInstrument,
  next: PricedInstrument | null,
): CurveMonthDto {
  return {
    contract: getCode(instrument),
    isActive: isActiveContract(markets[market], instrument, nowMs),
    last: price === null ? null : price.toFixed(instrument.tick.decimals),
    change: subtractPrices(instrument, price, base),
    spreadToNext: subtractPrices(instrument, next?.price ?? null, price),
    ...serializeDates(instrument, nowMs),
    weekAgo: past?.weekAgo.find((one) => one.instrument.id === instrument.id)?.price ?? null,
    yearAgo: past ? findYearAgoPrice(instrument, past) : null,
  };
}

/** Dates of a contract month; null for an instrument without one. */
function serializeDates(
  { contract, commodity }: Instrument,
  nowMs: EpochMs,
): Pick<CurveMonthDto, 'delivery' | 'daysToExpiry' | 'rollsAt' | 'firstNotice' | 'expiresAt'> {
  if (!contract)
    return {
      delivery: null,
      daysToExpiry: null,
      rollsAt: null,
      firstNotice: null,
      expiresAt: null,
    };
  const notice = findFirstNoticeDay(commodity, contract);
  return {
    delivery: contract.delivery,
    daysToExpiry: Math.max(0, Math.floor((contract.expiresMs - nowMs) / DAY_MS)),
    rollsAt: formatIsoTime(contract.rollMs),
    firstNotice: notice === null ? null : new Date(notice).toISOString().slice(0, 10),
    expiresAt: formatIsoTime(contract.expiresMs),
  };
}

const subtractPrices = (
  instrument: Instrument,
  price: number | null,
  base: number | null,
): number | null =>
  price === null || base === null ? null : roundToTick(instrument, price - base);

/** Price a year ago of the month that was as far ahead then. */
function findYearAgoPrice(
  { contract, commodity }: Instrument,
  { yearAgo }: PastCurves,
): number | null {
  if (!contract) return null;
  const deliveryMs = Date.parse(contract.delivery);
  const wantedMs =
    commodity === 'electricity' ? deliveryMs - YEAR_OF_WEEKS_MS : getYearBefore(deliveryMs);
  const wanted = new Date(wantedMs).toISOString().slice(0, 10);
  return yearAgo.find(({ instrument }) => instrument.contract?.delivery === wanted)?.price ?? null;
}

/** Removes the error of binary fractions from a difference of prices. */
const roundToTick = ({ tick }: Instrument, value: number): number =>
  Number(value.toFixed(tick.decimals));

function roundShape(
  shape: ReturnType<typeof describeCurve>,
  instrument: Instrument | undefined,
): CurveDto['shape'] {
  if (!shape || !instrument) return null;
  return { ...shape, difference: roundToTick(instrument, shape.difference) };
}
