/** All warnings: temperature events, hurricanes, Florida freezes, drought. */
import type { EpochMs } from '../../domain/units';
import type { WeatherWarning } from '../../weather/bulletin';
import type { MarketWeather } from './market-weather';
import type { PublicForecast } from './public-forecast';
import { getDay } from '../calendar';
import { listSpellWarnings } from './spell-warnings';
import { listStormWarnings } from './storm-warnings';
import { listFreezeWarnings } from './freeze-warnings';
import { listDroughtWarnings } from './drought-warnings';

export class WarningOffice {
  constructor(
    private readonly market: MarketWeather,
    private readonly forecast: PublicForecast,
  ) {}

  /** Warnings published in [fromMs, untilMs), in order of publication. */
  listIssued(fromMs: EpochMs, untilMs: EpochMs): readonly WeatherWarning[] {
    if (untilMs <= fromMs) return [];
    const [first, last] = [getDay(fromMs), getDay(untilMs - 1)];
    const found: WeatherWarning[] = [];
    for (let day = first; day <= last; day += 1) {
      found.push(
        ...listDroughtWarnings(this.market, day),
        ...listFreezeWarnings(this.market, this.forecast, day),
      );
    }
    found.push(
      ...listSpellWarnings(this.market, first, last),
      ...listStormWarnings(this.market, first, last),
    );
    return found
      .filter(({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs)
      .sort((a, b) => a.publishedMs - b.publishedMs || (a.id < b.id ? -1 : 1));
  }
}
