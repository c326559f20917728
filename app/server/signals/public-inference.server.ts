// Runs the networks on public data. What they learned in the simulated market is not proven on real
// prices, so every forecast is marked, and a network without its inputs issues none.
import { getIssuingModel, getModel } from './network-inference.server';
import type { SilentChain } from '../../models/signals/inference-status';
import type { EpochMs } from '../../trading/domain/units';
import type { Model } from '../../trading/networks/core/model';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import { assessInputs } from '../../trading/networks/input-coverage';
import type { NetworkId } from '../../trading/networks/network-spec';
import { getNetworkSpec } from '../../trading/networks/registry';
import { type IssuedForecast, forecastChain } from '../../trading/signals/forecast-chain';
import { FORECAST_MODELS, type ForecastModel } from '../../trading/signals/forecast-models';
import { type Outlook, computeOutlook } from '../../trading/signals/outlook';
import type { PublicMarket } from '../../trading/signals/public-market';
import { findExpiry } from '../../trading/signals/signal-expiry';

interface PublicInference {
  readonly forecasts: readonly IssuedForecast[];
  readonly silent: readonly SilentChain[];
  readonly outlook: Outlook;
}

type Models = ReadonlyMap<string, Model>;

const NO_POWER_FUTURES = 'no free prices of power futures';
const NO_PRICES = 'no prices of its contracts: see Data Health';
const STALE_PRICE = 'no current price: the newest one is stale';
const FEW_PRICES = 'fewer than 20 daily prices';

/** `getSlotMs`: since when there is a reason for a new forecast of a chain. */
export function runPublicInference(
  market: PublicMarket,
  models: Models,
  stampMs: EpochMs,
  getSlotMs: (chain: string) => EpochMs,
): PublicInference {
  const view = new PointInTimeView(market, stampMs);
  const forecasts: IssuedForecast[] = [];
  const silent: SilentChain[] = [];
  for (const model of FORECAST_MODELS) {
    const found = forecastPublicChain(model, { market, models, view, getSlotMs });
    if (typeof found === 'string') silent.push({ chain: model.chain, reason: found });
    else forecasts.push(found);
  }
  const canPredict = (id: NetworkId, subject: string): boolean =>
    assessInputs(getNetworkSpec(id), view, subject).gap === null;
  return {
    forecasts,
    silent,
    outlook: computeOutlook((id) => getModel(models, id), view, canPredict),
  };
}

interface Run {
  readonly market: PublicMarket;
  readonly models: Models;
  readonly view: PointInTimeView;
  readonly getSlotMs: (chain: string) => EpochMs;
}

/** The forecast of a chain, or why there is none. */
function forecastPublicChain(
  model: ForecastModel,
  { market, models, view, getSlotMs }: Run,
): IssuedForecast | string {
  const month = market.findTradedMonth(model.chain);
  if (!month) return model.spec.id === 'PowerNet' ? NO_POWER_FUTURES : NO_PRICES;
  const { stampMs } = view;
  const expiresMs = findExpiry(month, stampMs);
  if (Math.min(month.staleFromMs, expiresMs) <= stampMs) return STALE_PRICE;
  const { missing, gap } = assessInputs(model.spec, view, model.subject);
  const { instrument, price } = month;
  const forecast = forecastChain(
    model,
    getIssuingModel(models, model),
    view,
    { instrumentId: instrument.id, price, isArithmetic: false },
    getSlotMs(model.chain),
  );
  if (forecast === null) return FEW_PRICES;
  if (gap !== null) return gap;
  return { ...forecast, horizonMs: expiresMs - stampMs, isUnproven: true, missing };
}
