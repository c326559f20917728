/** Warnings as a weather office issues them: spells, hurricanes, frost in Florida, drought. */
import type { EpochMs } from '../../domain/units';
import type { WeatherWarning } from '../../weather/bulletin';
import type { MarketWeather } from './market-weather';
import type { PublicForecast } from './public-forecast';
import { getDay } from '../calendar';
import { spellWarnings } from './spell-warnings';
import { stormWarnings } from './storm-warnings';
import { freezeWarnings } from './freeze-warnings';
import { droughtWarnings } from './drought-warnings';

export class WarningOffice {
  constructor(
    private readonly market: MarketWeather,
    private readonly forecast: PublicForecast,
  ) {}

  /** Warnings published from one moment until before another, in order of publication. */
  issued(fromMs: EpochMs, untilMs: EpochMs): readonly WeatherWarning[] {
    if (untilMs <= fromMs) return [];
    const [first, last] = [getDay(fromMs), getDay(untilMs - 1)];
    const found: WeatherWarning[] = [];
    for (let day = first; day <= last; day += 1) {
      found.push(
        ...droughtWarnings(this.market, day),
        ...freezeWarnings(this.market, this.forecast, day),
      );
    }
    found.push(
      ...spellWarnings(this.market, first, last),
      ...stormWarnings(this.market, first, last),
    );
    return found
      .filter(({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs)
      .sort((a, b) => a.publishedMs - b.publishedMs || (a.id < b.id ? -1 : 1));
  }
}
