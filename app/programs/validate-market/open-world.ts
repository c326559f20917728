// Parts of a simulated market that the validation reads.
import type {
  FuturesModel,
  PowerModel,
  SeriesModel,
  WeatherModel,
  WorldOptions,
} from '../../trading/simulation/market-models';

export interface WorldParts {
  readonly weather: WeatherModel;
  readonly futures: FuturesModel;
  readonly power: PowerModel;
  readonly series: Pick<SeriesModel, 'listPublished' | 'listReports'>;
}

/** Creates an independent simulation; equal options give equal values. */
export type OpenWorld = (options: WorldOptions) => WorldParts;
