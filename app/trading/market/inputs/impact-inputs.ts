/** Forecast inputs: 24-hour revisions of demand, supply and yields, in their unit and in sigma. */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import {
  BRAZIL_DRYNESS_FLOW,
  COFFEE_FLOW,
  CORN_FLOW,
  COTTON_FLOW,
  type Flow,
  GAS_BALANCE_FLOW,
  GAS_DEGREES_FLOW,
  GAS_HEATING_FLOW,
  OIL_HEATING_FLOW,
  ORANGE_FLOW,
  SOYBEAN_FLOW,
  WHEAT_FLOW,
} from '../../weather/impact';
import type { InputInfo } from './public-data';
import { HUB_STACKS, WIND_SHARE, buildDegreeDayFlow, buildRenewablesFlow } from './power-stack';
import { type Window, computeAnomaly, computeRevision, computeScaledRevision } from './revisions';

const WIND_HUBS: readonly PowerHub[] = ['ERCOT', 'MISO'];

/** Wind power of both windy hubs, as a fraction of their capacity. */
const WIND_FLOW: Flow = {
  id: 'wind of ERCOT and MISO',
  unit: 'share of capacity',
  description: 'wind power of ERCOT and MISO',
  cells: WIND_HUBS.map((hub) => HUB_STACKS[hub].cell),
  computeDay: ({ windMph }, cell) => {
    const hub = WIND_HUBS.find((name) => HUB_STACKS[name].cell === cell);
    if (!hub) return 0;
    if (windMph === null) return null;
    return (HUB_STACKS[hub].wind * WIND_SHARE * windMph) / HUB_STACKS[hub].windMph;
  },
};

interface RevisionSpec {
  readonly id: string;
  readonly flow: Flow;
  readonly window: Window;
}

const buildRevisionSpec = (id: string, flow: Flow, window: Window): RevisionSpec => ({
  id: `wxa/${id}/${window[0]}-${window[1]}`,
  flow,
  window,
});

const REVISION_SPECS: readonly RevisionSpec[] = [
  ...POWER_HUBS.map((hub) =>
    buildRevisionSpec(`hub/${hub}/degree-days`, buildDegreeDayFlow(hub), [1, 5]),
  ),
  ...POWER_HUBS.map((hub) =>
    buildRevisionSpec(`hub/${hub}/renewables`, buildRenewablesFlow(hub), [0, 2]),
  ),
  buildRevisionSpec('wind/ERCOT+MISO', WIND_FLOW, [1, 5]),
  buildRevisionSpec('NG/heating', GAS_HEATING_FLOW, [6, 14]),
  buildRevisionSpec('NG/degree-days', GAS_DEGREES_FLOW, [1, 14]),
  buildRevisionSpec('NG/balance', GAS_BALANCE_FLOW, [1, 14]),
  buildRevisionSpec('NG/balance', GAS_BALANCE_FLOW, [1, 5]),
  buildRevisionSpec('HO/heating', OIL_HEATING_FLOW, [1, 10]),
  buildRevisionSpec('CORN/yield-loss', CORN_FLOW, [1, 14]),
  buildRevisionSpec('SOYB/yield-loss', SOYBEAN_FLOW, [1, 14]),
  buildRevisionSpec('WHEAT/yield-loss', WHEAT_FLOW, [1, 14]),
  buildRevisionSpec('CT/yield-loss', COTTON_FLOW, [1, 14]),
  buildRevisionSpec('KC/yield-loss', COFFEE_FLOW, [1, 14]),
  buildRevisionSpec('OJ/yield-loss', ORANGE_FLOW, [1, 14]),
  buildRevisionSpec('MGB/dryness', BRAZIL_DRYNESS_FLOW, [1, 14]),
];

const buildRevisionInputs = ({ id, flow, window }: RevisionSpec): readonly InputInfo[] => [
  {
    id,
    unit: flow.unit,
    description: `24-hour revision of ${flow.description} (days ${window[0]}–${window[1]})`,
    resolve: (data) => computeRevision(flow, window, data),
  },
  {
    id: `${id}/z`,
    unit: 'sigma',
    description: `24-hour revision of ${flow.description} (days ${window[0]}–${window[1]}), 60-day z-score`,
    resolve: (data) => computeScaledRevision(flow, window, data),
  },
];

const buildAnomalyInput = (chain: string, flow: Flow): InputInfo => ({
  id: `impact/${chain}/yield-loss/1-14`,
  unit: flow.unit,
  description: `forecast of ${flow.description} over normal (days 1–14)`,
  resolve: (data) => computeAnomaly(flow, [1, 14], data),
});

export const IMPACT_INPUTS: readonly InputInfo[] = [
  ...REVISION_SPECS.flatMap(buildRevisionInputs),
  buildAnomalyInput('CORN', CORN_FLOW),
  buildAnomalyInput('CT', COTTON_FLOW),
];
