// The data of a simulated market in the stores of the public one, to compare what networks read.
import { PublicDataView } from '../../app/server/signals/public-data-view.server';
import { toPriceNumber } from '../../app/trading/domain/instrument';
import type { Bar } from '../../app/trading/domain/quote';
import { DAY_MS } from '../../app/trading/domain/time';
import { toTicks } from '../../app/trading/domain/units';
import type { DailyPriceStore } from '../../app/trading/market/merged-days';
import { FORECAST_MODELS } from '../../app/trading/signals/forecast-models';
import { type PublicMarket, createPublicMarket } from '../../app/trading/signals/public-market';
import { getDayStartMs } from '../../app/trading/simulation/calendar';
import { createSeriesWindow } from '../../app/trading/simulation/series-window';
import { createWeatherReader } from '../../app/trading/simulation/weather-reader';
import { type World, createWorld } from '../../app/trading/simulation/world';

export const FUTURES_MODELS = FORECAST_MODELS.filter(({ spec }) => spec.id !== 'PowerNet');

const NO_QUOTES = { listQuoted: () => [], findQuote: () => null };

/** Daily bars of all months while they are listed; each closes at the settlement of the day. */
function createSimulatedDays({ futures }: World, days: number): DailyPriceStore {
  const byId = new Map<string, { readonly bar: Bar; readonly isOwn: boolean }[]>();
  for (const { chain } of FUTURES_MODELS)
    for (let day = 0; day < days; day += 1)
      for (const month of futures.listInstruments(chain, day)) {
        const price = futures.getSettlement(month, day + 1);
        const ticks = toTicks(Math.round(price / toPriceNumber(month, 1)));
        const startsMs = getDayStartMs(day);
        const prices = { openTicks: ticks, highTicks: ticks, lowTicks: ticks, closeTicks: ticks };
        const bar = { ...prices, startsMs, endsMs: startsMs + DAY_MS - 1 };
        byId.set(month.id, [...(byId.get(month.id) ?? []), { bar, isOwn: true }]);
      }
  return { listContracts: () => [...byId.keys()], listDays: (id) => byId.get(id) ?? [] };
}

interface ComparedMarkets {
  readonly nowMs: number;
  readonly simulated: PublicDataView;
  /** The same data up to `days`, or to a later day: what is later must not be read. */
  readonly openPublic: (storedDays?: number) => PublicMarket;
}

/** Both markets at the midnight that begins a day. */
export function openComparedMarkets(days: number): ComparedMarkets {
  const world = createWorld({ seed: 'voice' });
  const nowMs = getDayStartMs(days);
  const weather = createWeatherReader(world.weather);
  return {
    nowMs,
    simulated: PublicDataView.createAt(world, nowMs, days, 5),
    openPublic: (storedDays = days) =>
      createPublicMarket(
        {
          weather,
          skillRuns: weather,
          series: createSeriesWindow(world.series),
          days: createSimulatedDays(world, storedDays),
          quotes: NO_QUOTES,
          quoteStaleAfterMs: 0,
        },
        nowMs,
      ),
  };
}
