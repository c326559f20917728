/** Hurricane warnings: one per change of the landfall probability until resolved. */
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { getDayStartMs } from '../calendar';
import type { MarketWeather } from './market-weather';
import { type Storm, getLandfallCategory, drawStorm, STORM_DAYS } from './storm';
import { formatDate, formatIsoDay, formatPercent, getPublishedMs } from './warning-text';

const BASINS: Readonly<
  Record<Storm['basin'], { readonly coast: string; readonly cells: readonly MarketCell[] }>
> = {
  gulf: { coast: 'the Gulf coast', cells: ['GOM'] },
  florida: { coast: 'Florida', cells: ['LAK'] },
};

/** All warning phases that may be published from `firstDay` to `lastDay`. */
export function listStormWarnings(
  market: MarketWeather,
  firstDay: number,
  lastDay: number,
): WeatherWarning[] {
  const { random, storms, planted } = market.sources;
  const found = planted.storms.flatMap((storm) => listStates(storm));
  for (let day = Math.max(1, firstDay - STORM_DAYS - 1); day <= lastDay; day += 1) {
    const storm = drawStorm(random, storms, day, () => market.getState(day).pacific.departure);
    if (storm) found.push(...listStates(storm));
  }
  return found;
}

function listStates(storm: Storm): WeatherWarning[] {
  const states = storm.steps.map((step) =>
    buildState(storm, buildPhase(step.probability), step.probability, getPublishedMs(step)),
  );
  return getLandfallCategory(storm) > 0
    ? [...states, buildState(storm, 'ended', 1, getDayStartMs(storm.landfallDay + 1))]
    : states;
}

const buildPhase = (probability: number): WarningPhase =>
  probability === 1 ? 'confirmed' : probability === 0 ? 'cancelled' : 'watch';

function buildState(
  storm: Storm,
  phase: WarningPhase,
  probability: number,
  publishedMs: number,
): WeatherWarning {
  return {
    id: `hurricane/${storm.id < 0 ? `planted-${-storm.id}` : formatIsoDay(storm.id)}`,
    kind: 'hurricane',
    phase,
    probability,
    publishedMs,
    cells: BASINS[storm.basin].cells,
    strength: storm.category,
    fromMs: getDayStartMs(storm.landfallDay),
    untilMs: getDayStartMs(storm.landfallDay + 1),
    text: formatText(storm, phase, probability),
  };
}

function formatText(
  { basin, category, landfallDay }: Storm,
  phase: WarningPhase,
  probability: number,
): string {
  const { coast } = BASINS[basin];
  const when = formatDate(landfallDay);
  switch (phase) {
    case 'watch':
      return `Hurricane of category ${category} may reach ${coast} on ${when} (${formatPercent(probability)}).`;
    case 'confirmed':
      return `Hurricane of category ${category} makes landfall at ${coast} on ${when}.`;
    case 'cancelled':
      return `Hurricane of category ${category} passes ${coast} without landfall.`;
    default:
      return `Hurricane of category ${category} that hit ${coast} on ${when} has ended.`;
  }
}
