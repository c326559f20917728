/** Warnings of hurricanes: one for each change of the chance of landfall, until it is decided. */
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { dayStartMs } from '../calendar';
import type { MarketWeather } from './market-weather';
import { type Storm, getLandfallDay, stormOn, STORM_DAYS } from './storm';
import { formatDate, formatIsoDay, formatPercent, publishedAt } from './warning-text';

const BASINS: Readonly<
  Record<Storm['basin'], { readonly coast: string; readonly cells: readonly MarketCell[] }>
> = {
  gulf: { coast: 'the Gulf coast', cells: ['GOM'] },
  florida: { coast: 'Florida', cells: ['LAK'] },
};

/** All states of warnings that may be published from a day until another. */
export function stormWarnings(
  market: MarketWeather,
  firstDay: number,
  lastDay: number,
): WeatherWarning[] {
  const { chance, storms, planted } = market.sources;
  const found = planted.storms.flatMap((storm) => listStates(storm));
  for (let day = Math.max(1, firstDay - STORM_DAYS - 1); day <= lastDay; day += 1) {
    const storm = stormOn(chance, storms, day, () => market.state(day).pacific.departure);
    if (storm) found.push(...listStates(storm));
  }
  return found;
}

function listStates(storm: Storm): WeatherWarning[] {
  const states = storm.steps.map((step) =>
    buildState(storm, buildPhase(step.probability), step.probability, publishedAt(step)),
  );
  return getLandfallDay(storm) > 0
    ? [...states, buildState(storm, 'ended', 1, dayStartMs(storm.landfallDay + 1))]
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
    fromMs: dayStartMs(storm.landfallDay),
    untilMs: dayStartMs(storm.landfallDay + 1),
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
      return `Hurricane of category ${category} may reach ${coast} on ${when}: ${formatPercent(probability)} likely.`;
    case 'confirmed':
      return `Hurricane of category ${category} makes landfall at ${coast} on ${when}.`;
    case 'cancelled':
      return `Hurricane of category ${category} passes ${coast} without landfall.`;
    default:
      return `Hurricane of category ${category} that struck ${coast} on ${when} is over.`;
  }
}
