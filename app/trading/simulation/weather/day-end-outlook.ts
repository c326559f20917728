/** Outlook after the last cycle of a day: the next midnight's outlook plus the realized day. */
import type { Outlook, StormThreat } from '../market-models';
import type { RainForecast, ServiceOutlook, StateOutlook } from './outlook';
import { OFFSETS, type WeatherState } from './weather-state';

/**
 * Combines the outlook and state of the midnight that ends the day with the outlook at its start.
 */
export class DayEndOutlook implements ServiceOutlook {
  readonly day: number;
  readonly cycles = 4;
  readonly nino: number;

  constructor(
    private readonly after: StateOutlook,
    private readonly state: WeatherState,
    private readonly before: Pick<Outlook, 'getSoil'>,
    private readonly ridgeToday: Float64Array,
  ) {
    this.day = state.day - 1;
    this.nino = after.nino;
  }

  meanF(cell: number, lead: number): number {
    return lead === 0
      ? this.getPastValue(OFFSETS.pastMeanF, cell)
      : this.after.meanF(cell, lead - 1);
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
    return lead === 0
      ? this.getPastValue(OFFSETS.pastRain, cell)
      : this.after.rainInches(cell, lead - 1);
  }

  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast {
    if (lead > 0) return this.after.rainBy(cell, lead - 1, inches, error);
    const fell = this.getPastValue(OFFSETS.pastRain, cell);
    return { inches: fell, probability: fell > inches ? 1 : 0 };
  }

  windMph(cell: number, lead: number): number {
    return lead === 0
      ? this.getPastValue(OFFSETS.pastWind, cell)
      : this.after.windMph(cell, lead - 1);
  }

  getRidge(cell: number, lead: number): number {
    return lead === 0 ? (this.ridgeToday[cell] ?? 0) : this.after.getRidge(cell, lead - 1);
  }

  getSoil(cell: number): number {
    return this.before.getSoil(cell);
  }

  get storms(): readonly StormThreat[] {
    return this.after.listThreats(this.day);
  }

  private getPastValue(offset: number, cell: number): number {
    return this.state.values[offset + cell] ?? 0;
  }
}
