// Signals of the price networks in a simulated market, one per chain and midnight, computed with the
// network code of the desk.
import { computeRoundTripCost } from '../../trading/domain/contract';
import type { EpochMs } from '../../trading/domain/units';
import { getMidnight } from '../../trading/domain/time';
import { toPriceNumber } from '../../trading/domain/instrument';
import type { FindSignal, PublishedSignal } from '../../trading/market/inputs/public-data';
import type { VintageReader } from '../../trading/market/vintage';
import { isSignalInput } from '../../trading/market/inputs/signal-inputs';
import { PAST_DAYS } from '../../trading/networks/features/weather-record';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import { getSkillAssessment } from '../../trading/networks/skill-assessments';
import { findChain } from '../../trading/simulation/chains';
import { createSeriesWindow } from '../../trading/simulation/series-window';
import type { World } from '../../trading/simulation/world';
import { computeExpectedRisk } from '../../trading/signals/expected-risk';
import { predictChain } from '../../trading/signals/forecast-chain';
import { type ForecastModel, FORECAST_MODELS } from '../../trading/signals/forecast-models';
import {
  POWER_PAST_DAYS,
  getIssuingModel,
  loadCommittedModels,
} from '../signals/network-inference.server';
import { PublicDataView } from '../signals/public-data-view.server';

/** Whether a network is trusted in a chain. */
export type HasSkill = (model: ForecastModel) => boolean;

const hasProvenSkill: HasSkill = ({ spec, subject }) =>
  getSkillAssessment(spec.id, subject).hasSkill;

/**
 * For checks of a rule on signals: it is judged with all networks, because one without skill would
 * never trade and so show no fault.
 */
export const trustAllNetworks: HasSkill = () => true;

/** Chains whose signals are among the inputs. */
const listSignalChains = (inputIds: Iterable<string>): readonly string[] => [
  ...new Set([...inputIds].filter(isSignalInput).map((id) => id.split('/')[1] ?? '')),
];

/**
 * Signals by bar end for the chains among the inputs; null without any. A bar that ends in the last
 * millisecond before midnight gets the signal stamped at that midnight: it uses the closes of that
 * bar and nothing later, and the order of the bar fills after it. Bar ends must not decrease by
 * more than a day. `vintages` shares the series of the market that the caller already holds.
 */
export function createWorldSignals(
  world: World,
  inputIds: Iterable<string>,
  hasSkill: HasSkill = hasProvenSkill,
  vintages: VintageReader = createSeriesWindow(world.series),
): ((knownMs: EpochMs) => FindSignal) | null {
  const chains = listSignalChains(inputIds);
  if (chains.length === 0) return null;
  const models = loadCommittedModels();
  const powerDays = chains.some((chain) => findChain(chain).isPower) ? POWER_PAST_DAYS : -Infinity;
  let dataView: PublicDataView | null = null;
  let view: PointInTimeView | null = null;
  const signals = new Map<string, PublishedSignal | null>();
  const compute = (chain: string): PublishedSignal | null => {
    const forecastModel = FORECAST_MODELS.find((one) => one.chain === chain);
    if (!forecastModel || !dataView || !view) return null;
    const { stampMs } = view;
    const month = dataView.getActiveMonth(chain, stampMs);
    const lastTicks = world.lastAt(month, stampMs);
    const price = toPriceNumber(month, lastTicks);
    const prediction = predictChain(forecastModel, getIssuingModel(models, forecastModel), view, {
      price,
      isArithmetic: month.commodity === 'electricity',
    });
    if (!prediction) return null;
    return {
      ...prediction,
      stampMs,
      roundTrip: computeRoundTripCost(month, lastTicks),
      hasSkill: hasSkill(forecastModel),
      ...computeExpectedRisk(forecastModel, (id) => models.get(id), view, price),
    };
  };
  return (knownMs) => (chain) => {
    const stampMs = getMidnight(knownMs + 1);
    if (view?.stampMs !== stampMs) {
      dataView ??= PublicDataView.createAt(world, stampMs, PAST_DAYS, powerDays, vintages);
      dataView.advanceTo(stampMs);
      view = new PointInTimeView(dataView, stampMs);
      signals.clear();
    }
    const cached = signals.get(chain);
    if (cached !== undefined) return cached;
    const created = compute(chain);
    signals.set(chain, created);
    return created;
  };
}
