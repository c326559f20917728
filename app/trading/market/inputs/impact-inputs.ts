/**
 * Inputs made of forecasts: how expected demand, supply and yields were revised, in their own units
 * and by their own usual size.
 */
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
import type { InputInfo } from './knowledge';
import { HUB_STACKS, WIND_SHARE, hubDegrees, hubRenewables } from './power-stack';
import { type Window, computeAnomaly, computeRevision, scaledRevision } from './revisions';

const WIND_HUBS: readonly PowerHub[] = ['ERCOT', 'MISO'];

/** Wind of both windy hubs together, as a share of their capacity. */
const WIND_FLOW: Flow = {
  id: 'wind of ERCOT and MISO',
  unit: 'share of capacity',
  description: 'wind power of ERCOT and MISO',
  cells: WIND_HUBS.map((hub) => HUB_STACKS[hub].cell),
  ofDay: (day, cell) => {
    const hub = WIND_HUBS.find((name) => HUB_STACKS[name].cell === cell);
    return hub ? (HUB_STACKS[hub].wind * WIND_SHARE * day.windMph) / HUB_STACKS[hub].windMph : 0;
  },
};

interface Revised {
  readonly id: string;
  readonly flow: Flow;
  readonly window: Window;
}

const buildRevisedInput = (id: string, flow: Flow, window: Window): Revised => ({
  id: `wxa/${id}/${window[0]}-${window[1]}`,
  flow,
  window,
});

const REVISED: readonly Revised[] = [
  ...POWER_HUBS.map((hub) => buildRevisedInput(`hub/${hub}/degree-days`, hubDegrees(hub), [1, 5])),
  ...POWER_HUBS.map((hub) =>
    buildRevisedInput(`hub/${hub}/renewables`, hubRenewables(hub), [0, 2]),
  ),
  buildRevisedInput('wind/ERCOT+MISO', WIND_FLOW, [1, 5]),
  buildRevisedInput('NG/heating', GAS_HEATING_FLOW, [6, 14]),
  buildRevisedInput('NG/degree-days', GAS_DEGREES_FLOW, [1, 14]),
  buildRevisedInput('NG/balance', GAS_BALANCE_FLOW, [1, 14]),
  buildRevisedInput('NG/balance', GAS_BALANCE_FLOW, [1, 5]),
  buildRevisedInput('HO/heating', OIL_HEATING_FLOW, [1, 10]),
  buildRevisedInput('CORN/yield-loss', CORN_FLOW, [1, 14]),
  buildRevisedInput('SOYB/yield-loss', SOYBEAN_FLOW, [1, 14]),
  buildRevisedInput('WHEAT/yield-loss', WHEAT_FLOW, [1, 14]),
  buildRevisedInput('CT/yield-loss', COTTON_FLOW, [1, 14]),
  buildRevisedInput('KC/yield-loss', COFFEE_FLOW, [1, 14]),
  buildRevisedInput('OJ/yield-loss', ORANGE_FLOW, [1, 14]),
  buildRevisedInput('MGB/dryness', BRAZIL_DRYNESS_FLOW, [1, 14]),
];

const revisionInputs = ({ id, flow, window }: Revised): readonly InputInfo[] => [
  {
    id,
    unit: flow.unit,
    description: `revision in 24 hours of ${flow.description}, days ${window[0]} to ${window[1]} of the forecast`,
    resolve: (known) => computeRevision(flow, window, known),
  },
  {
    id: `${id}/z`,
    unit: 'usual revisions',
    description: `revision in 24 hours of ${flow.description}, days ${window[0]} to ${window[1]} of the forecast, as measured by those of sixty days`,
    resolve: (known) => scaledRevision(flow, window, known),
  },
];

const buildDepartureInput = (chain: string, flow: Flow): InputInfo => ({
  id: `impact/${chain}/yield-loss/1-14`,
  unit: flow.unit,
  description: `${flow.description}: what days 1 to 14 of the forecast add, over what is normal for them`,
  resolve: (known) => computeAnomaly(flow, [1, 14], known),
});

export const IMPACT_INPUTS: readonly InputInfo[] = [
  ...REVISED.flatMap(revisionInputs),
  buildDepartureInput('CORN', CORN_FLOW),
  buildDepartureInput('CT', COTTON_FLOW),
];
