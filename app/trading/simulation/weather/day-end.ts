/**
 * The outlook when all cycles of a day are known: that of the next midnight, with the day itself as
 * it came.
 */
import type { Outlook, StormThreat } from '../parts';
import type { RainForecast, ServiceOutlook, StateOutlook } from './outlook';
import { AT, type WeatherState } from './state';

/**
 * Made of the outlook at the midnight that ends the day, its state, and that at which the day
 * began.
 */
export class DayEndOutlook implements ServiceOutlook {
  readonly day: number;
  readonly cycles = 4;
  readonly nino: number;

  constructor(
    private readonly after: StateOutlook,
    private readonly state: WeatherState,
    private readonly before: Pick<Outlook, 'soil'>,
    private readonly ridgeToday: Float64Array,
  ) {
    this.day = state.day - 1;
    this.nino = after.nino;
  }

  meanF(cell: number, lead: number): number {
    return lead === 0 ? this.past(AT.pastMeanF, cell) : this.after.meanF(cell, lead - 1);
  }

  sdF(cell: number, lead: number): number {
    return lead === 0 ? 0 : this.after.sdF(cell, lead - 1);
  }

  expectedAboveF(cell: number, lead: number, baseF: number): number {
    return lead === 0
      ? Math.max(0, this.meanF(cell, 0) - baseF)
      : this.after.expectedAboveF(cell, lead - 1, baseF);
  }

  expectedBelowF(cell: number, lead: number, baseF: number): number {
    return lead === 0
      ? Math.max(0, baseF - this.meanF(cell, 0))
      : this.after.expectedBelowF(cell, lead - 1, baseF);
  }

  rainInches(cell: number, lead: number): number {
    return lead === 0 ? this.past(AT.pastRain, cell) : this.after.rainInches(cell, lead - 1);
  }

  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast {
    if (lead > 0) return this.after.rainBy(cell, lead - 1, inches, error);
    const fell = this.past(AT.pastRain, cell);
    return { inches: fell, chance: fell > inches ? 1 : 0 };
  }

  windMph(cell: number, lead: number): number {
    return lead === 0 ? this.past(AT.pastWind, cell) : this.after.windMph(cell, lead - 1);
  }

  ridge(cell: number, lead: number): number {
    return lead === 0 ? (this.ridgeToday[cell] ?? 0) : this.after.ridge(cell, lead - 1);
  }

  soil(cell: number): number {
    return this.before.soil(cell);
  }

  get storms(): readonly StormThreat[] {
    return this.after.threats(this.day);
  }

  private past(offset: number, cell: number): number {
    return this.state.values[offset + cell] ?? 0;
  }
}
