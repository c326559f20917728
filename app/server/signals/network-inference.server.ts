// Runs the networks on public data of the simulated market: fourteen forecasts and a weather
// outlook.
import { createHash } from 'node:crypto';
import { toPriceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { Model } from '../../trading/networks/core/model';
import { parseModelFile } from '../../trading/networks/core/model-file';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import type { NetworkId } from '../../trading/networks/network-spec';
import { getSkillAssessment } from '../../trading/networks/skill-assessments';
import { getModelName } from '../../trading/networks/signal-source';
import { computeExpectedRisk } from '../../trading/signals/expected-risk';
import { type Outlook, computeOutlook } from '../../trading/signals/outlook';
import {
  type IssuedForecast,
  type IssuingModel,
  forecastChain,
} from '../../trading/signals/forecast-chain';
import { FORECAST_MODELS, type ForecastModel } from '../../trading/signals/forecast-models';
import type { PublicDataView } from './public-data-view.server';

/**
 * Power strips are expensive to price: the minimum lookback that their networks had in training.
 */
export const POWER_PAST_DAYS = 60;

export interface Inference {
  readonly forecasts: readonly IssuedForecast[];
  readonly outlook: Outlook;
}

const FILES = import.meta.glob<string>('../../trading/networks/weights/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Committed weights by model name. Throws if a file was changed after sealing. */
export function loadCommittedModels(): ReadonlyMap<string, Model> {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const models = Object.values(FILES).map((text) => parseModelFile(text, sha256));
  return new Map(models.map((model) => [model.net, model]));
}

/** The model that issues the signals of a subject. Throws if its weights are missing. */
export function getIssuingModel(
  models: ReadonlyMap<string, Model>,
  { spec, subject }: Pick<ForecastModel, 'spec' | 'subject'>,
): IssuingModel {
  const { source } = getSkillAssessment(spec.id, subject);
  const name = getModelName(spec.id, source === 'linear' ? 'linear' : 'network');
  return { source, model: getModel(models, name) };
}

/** Throws if the weights of a model are missing. */
export function getModel(models: ReadonlyMap<string, Model>, name: string): Model {
  const model = models.get(name);
  if (!model) throw new Error(`no weights for ${name}: run npm run train`);
  return model;
}

export class InferenceService {
  constructor(
    private readonly dataView: PublicDataView,
    private readonly models: ReadonlyMap<string, Model> = loadCommittedModels(),
  ) {}

  /**
   * Runs all networks. `stampMs` must not decrease. `slotMs` is the time of the latest publication.
   */
  run(stampMs: EpochMs, slotMs: EpochMs): Inference {
    const view = this.createView(stampMs);
    return {
      forecasts: this.forecastChains(view, slotMs),
      outlook: computeOutlook((id) => getModel(this.models, id), view),
    };
  }

  /** As `run`, without the weather outlook, which is only shown. */
  runForecasts(stampMs: EpochMs, slotMs: EpochMs): Inference['forecasts'] {
    return this.forecastChains(this.createView(stampMs), slotMs);
  }

  private createView(stampMs: EpochMs): PointInTimeView {
    this.dataView.advanceTo(stampMs);
    return new PointInTimeView(this.dataView, stampMs);
  }

  private forecastChains(view: PointInTimeView, slotMs: EpochMs): Inference['forecasts'] {
    const { stampMs } = view;
    const getNetworkModel = (id: NetworkId): Model => getModel(this.models, id);
    return FORECAST_MODELS.flatMap((forecastModel) => {
      const month = this.dataView.getActiveMonth(forecastModel.chain, stampMs);
      const price = toPriceNumber(month, this.dataView.world.lastAt(month, stampMs));
      const forecast = forecastChain(
        forecastModel,
        getIssuingModel(this.models, forecastModel),
        view,
        { instrumentId: month.id, price, isArithmetic: month.commodity === 'electricity' },
        slotMs,
      );
      return forecast
        ? { ...forecast, ...computeExpectedRisk(forecastModel, getNetworkModel, view, price) }
        : [];
    });
  }
}
