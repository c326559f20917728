// What the networks say of a simulated world at a moment, from its public past alone: fourteen
// opinions and an outlook.
import { createHash } from 'node:crypto';
import { priceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { Model } from '../../trading/networks/core/model';
import { readModel } from '../../trading/networks/core/model-file';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import type { NetworkId } from '../../trading/networks/network-spec';
import { type Outlook, computeOutlook } from '../../trading/signals/outlook';
import { type IssuedForecast, forecastChain } from '../../trading/signals/forecast';
import { FORECAST_MODELS } from '../../trading/signals/forecast-models';
import type { WorldPast } from './public-data-view.server';

/**
 * Days of the past that the longest memory of a feature reaches: errors of the weather service a
 * year ago, half a month on either side.
 */
export const PAST_DAYS = 400;
/**
 * Strips of power cost more to price than all else together: as many days as their networks had
 * behind them at the least in training.
 */
export const POWER_PAST_DAYS = 60;

export interface Inference {
  readonly opinions: readonly IssuedForecast[];
  readonly outlook: Outlook;
}

const FILES = import.meta.glob<string>('../../trading/networks/weights/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The committed weights by network. Throws when a file was changed after it was sealed. */
export function loadCommittedModels(): ReadonlyMap<string, Model> {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const models = Object.values(FILES).map((text) => readModel(text, sha256));
  return new Map(models.map((model) => [model.net, model]));
}

export class InferenceService {
  constructor(
    private readonly past: WorldPast,
    private readonly models: ReadonlyMap<string, Model> = loadCommittedModels(),
  ) {}

  /**
   * What is said at a stamp, which may not be before an earlier one. `slotMs` is the publication
   * after which nothing new came.
   */
  run(stampMs: EpochMs, slotMs: EpochMs): Inference {
    this.past.advanceTo(stampMs);
    const view = new PointInTimeView(this.past, stampMs);
    const modelOf = (id: NetworkId): Model => this.modelOf(id);
    const opinions = FORECAST_MODELS.flatMap((speaker) => {
      const month = this.past.monthAt(speaker.chain, stampMs);
      const price = priceNumber(month, this.past.world.lastAt(month, stampMs));
      return (
        forecastChain(
          speaker,
          modelOf(speaker.spec.id),
          view,
          { instrumentId: month.id, price, isArithmetic: month.commodity === 'electricity' },
          slotMs,
        ) ?? []
      );
    });
    return { opinions, outlook: computeOutlook(modelOf, view) };
  }

  private modelOf(id: NetworkId): Model {
    const model = this.models.get(id);
    if (!model) throw new Error(`there are no weights of ${id}: npm run train makes them`);
    return model;
  }
}
