/** External inputs of each playbook, for all of its hubs. Empty for a rule on prices only. */
import { POWER_HUBS } from '../../domain/contract';
import { type CommodityKey, ROOT_SYMBOLS } from '../../domain/commodity';
import { listSignalInputs } from './signal-inputs';

type Rows = Readonly<Record<string, readonly string[]>>;

const listHubInputs = (name: (hub: string) => string): readonly string[] => POWER_HUBS.map(name);
const listReportInputs = (name: string, prefix: string): readonly string[] => [
  `evt/${name}/days-since`,
  `evt/${name}/${prefix}/surprise`,
];

const ELECTRICITY: Rows = {
  WX_MOMENTUM: listHubInputs((hub) => `wxa/hub/${hub}/degree-days/1-5/confirmed`),
  MEAN_REVERT: listHubInputs((hub) => `wxa/hub/${hub}/degree-days/1-5/z`),
  RENEW_FADE: ['ERCOT', 'CAISO', 'MISO'].map((hub) => `wxa/hub/${hub}/renewables/0-2/z`),
  VOL_BREAK: [],
  SPIKE_HUNTER: listHubInputs((hub) => `evt/spike/${hub}/chance`),
  LOAD_FORECAST: listHubInputs((hub) => `fund/${hub}/strip-gap`),
  CONGESTION_HEDGE: ['spread/ET/NYISO-PJM'],
  CARBON_SPREAD: ['spread/ET/PJM-spark'],
  FREQUENCY_REG: [],
  NODAL_ARBITRAGE: ['spread/ET/PJM-MISO'],
  AI_CORE: POWER_HUBS.flatMap((hub) => listSignalInputs(`${ROOT_SYMBOLS.electricity}-${hub}`)),
};

const NATURAL_GAS: Rows = {
  WINTER_DEMAND: ['wxa/NG/heating/6-14/z'],
  STORAGE_DRAW: ['evt/EIA-gas/days-until', 'evt/EIA-gas/own-estimate'],
  PIPELINE_CONSTRAINT: ['evt/freeze-off/texas/chance'],
  EXPORT_MOMENTUM: ['evt/storm/gulf/chance'],
  HUB_SPREADS: ['spread/NG/power-implied'],
  WEATHER_DERIVATIVES: ['wxa/NG/degree-days/1-14/z'],
  FRACKING_IMPACT: ['wxa/NG/balance/1-14/z', 'fund/NG/storage-gap'],
  RENEWABLE_SWITCH: ['wxa/wind/ERCOT+MISO/1-5/z'],
  BASIS_SWAPS: ['carry/NG/slope'],
  INDUSTRIAL_DEMAND: ['hedge/macro', 'gate/macro/trend'],
  WEATHER_HEDGE: ['price/HO', 'evt/heating-tail/chance'],
  CALENDAR_SPREAD: ['spread/NG/F1-F3'],
  BASIS_TRADE: ['fund/NG/cash'],
  AI_CORE: listSignalInputs('NG'),
};

const CORN: Rows = {
  WEATHER_CROP: ['wxa/CORN/yield-loss/1-14/z'],
  DROUGHT_PREMIUM: ['gate/soil/DSM', 'gate/rain/DSM'],
  POLLINATION_HEAT: ['evt/heat-dome/corn-belt/chance'],
  SEASONAL_SPREAD: ['spread/CORN/Jul-Dec'],
  HARVEST_PRESSURE: ['impact/CORN/yield-loss/1-14'],
  EXPORT_DEMAND: ['gate/USD/trend'],
  CROP_ROTATION: ['spread/CORN-SOYB/acreage'],
  ETHANOL_MARGIN: ['price/CL'],
  WASDE_EVENT: listReportInputs('crop-report', 'CORN'),
  CURRENCY_HEDGE: ['hedge/USD'],
  SUPPLY_CHAIN: ['carry/CORN/slope'],
  AI_CORE: listSignalInputs('CORN'),
};

const SOYBEANS: Rows = {
  WEATHER_CROP: ['wxa/SOYB/yield-loss/1-14/z'],
  AUGUST_POD_FILL: ['evt/dry/corn-belt/chance', 'gate/rain/CHI'],
  DROUGHT_PREMIUM: ['gate/soil/CHI', 'gate/rain/CHI'],
  SOUTH_AMERICA_WX: ['wxa/MGB/dryness/1-14/z'],
  EXPORT_DEMAND: [],
  CHINA_BUYING: [],
  SEASONAL_SPREAD: ['spread/SOYB/Jul-Nov'],
  CRUSH_SPREAD: ['spread/SOYB-WHEAT/feed'],
  CROP_ROTATION: ['spread/SOYB-CORN/acreage'],
  CURRENCY_HEDGE: ['hedge/BRL'],
  SUPPLY_CHAIN: ['carry/SOYB/slope'],
  AI_CORE: listSignalInputs('SOYB'),
};

const WHEAT: Rows = {
  WEATHER_CROP: ['wxa/WHEAT/yield-loss/1-14/z'],
  WINTERKILL_RISK: ['evt/winterkill/ICT/chance'],
  DROUGHT_PREMIUM: ['gate/soil/ICT', 'gate/rain/ICT'],
  GEOPOLITICAL_PREMIUM: [],
  FEED_SUBSTITUTION: ['spread/WHEAT-CORN/feed'],
  SEASONAL_SPREAD: ['spread/WHEAT/May-Dec'],
  HARVEST_LOW: [],
  EXPORT_DEMAND: [],
  CROP_ROTATION: ['spread/WHEAT-SOYB/acreage'],
  CURRENCY_HEDGE: ['hedge/USD'],
  SUPPLY_CHAIN: ['carry/WHEAT/slope'],
  AI_CORE: listSignalInputs('WHEAT'),
};

const OIL: Rows = {
  COLD_SNAP: ['wxa/HO/heating/1-10/z'],
  CRACK_SPREAD: ['spread/HO-CL/crack'],
  HURRICANE_REFINERY: ['evt/storm/gulf/strength'],
  DISTILLATE_DRAW: listReportInputs('EIA-petroleum', 'HO'),
  WINTER_STOCKBUILD: ['carry/HO/slope'],
  GAS_OIL_SWITCH: ['evt/gas-spike/chance'],
  SEASONAL_SPREAD: ['spread/HO/Jan-Apr'],
  TREND_FOLLOW: [],
  CURRENCY_HEDGE: ['hedge/USD'],
  SUPPLY_CHAIN: ['carry/HO/slope'],
  AI_CORE: listSignalInputs('HO'),
};

const COFFEE: Rows = {
  FROST_WATCH: ['evt/frost/MGB/chance'],
  DROUGHT_PREMIUM: ['gate/soil/MGB', 'gate/rain/MGB'],
  WEATHER_CROP: ['wxa/KC/yield-loss/1-14/z'],
  ENSO_SIGNAL: ['gate/nino/3-months-before'],
  BIENNIAL_CYCLE: ['season/KC/bearing'],
  TREND_BREAKOUT: [],
  SEASONAL_SPREAD: ['spread/KC/Sep-Mar'],
  EXPORT_DEMAND: [],
  CURRENCY_HEDGE: ['hedge/BRL'],
  SUPPLY_CHAIN: ['carry/KC/slope'],
  AI_CORE: listSignalInputs('KC'),
};

const CRUDE_OIL: Rows = {
  TREND_FOLLOW: [],
  HURRICANE_GULF: ['evt/storm/gulf/strength'],
  INVENTORY_DRAW: listReportInputs('EIA-petroleum', 'CL'),
  CONTANGO_CARRY: ['carry/CL/slope'],
  OPEC_EVENT: listReportInputs('OPEC', 'CL'),
  VOLATILITY_SQUEEZE: [],
  SEASONAL_DRIVING: [],
  CRACK_HEDGE: ['spread/CL-HO/crack'],
  MEAN_REVERT: ['evt/storm/gulf/chance'],
  CURRENCY_HEDGE: ['hedge/USD'],
  SUPPLY_CHAIN: ['carry/CL/slope'],
  AI_CORE: listSignalInputs('CL'),
};

const ORANGE_JUICE: Rows = {
  FREEZE_ALERT: ['evt/freeze/LAK/chance'],
  FREEZE_FADE: ['evt/freeze/LAK/bust', 'evt/freeze/LAK/chance'],
  HURRICANE_FLORIDA: ['evt/storm/florida/strength'],
  WEATHER_CROP: ['wxa/OJ/yield-loss/1-14/z'],
  DROUGHT_PREMIUM: ['gate/soil/LAK', 'gate/soil/MGB'],
  CROP_REPORT: listReportInputs('crop-report', 'OJ'),
  BRAZIL_SUPPLY: ['wxa/MGB/dryness/1-14/z'],
  SEASONAL_SPREAD: ['spread/OJ/Mar-Nov'],
  CURRENCY_HEDGE: ['hedge/BRL'],
  SUPPLY_CHAIN: ['carry/OJ/slope'],
  AI_CORE: listSignalInputs('OJ'),
};

const COTTON: Rows = {
  WEATHER_CROP: ['wxa/CT/yield-loss/1-14/z'],
  DROUGHT_PREMIUM: ['gate/soil/LBB', 'gate/rain/LBB'],
  HEAT_STRESS: ['evt/heat-dome/LBB/chance'],
  HURRICANE_DELTA: ['evt/storm/delta/strength'],
  EXPORT_DEMAND: ['gate/USD/trend'],
  POLYESTER_SPREAD: ['spread/CT-CL/polyester'],
  SEASONAL_SPREAD: ['spread/CT/Jul-Dec'],
  HARVEST_PRESSURE: ['impact/CT/yield-loss/1-14'],
  CROP_ROTATION: ['spread/CT-CORN/acreage'],
  CURRENCY_HEDGE: ['hedge/USD'],
  SUPPLY_CHAIN: ['carry/CT/slope'],
  AI_CORE: listSignalInputs('CT'),
};

/** Input ids by commodity and playbook. */
export const PLAYBOOK_INPUTS: Readonly<Record<CommodityKey, Rows>> = {
  electricity: ELECTRICITY,
  'natural-gas': NATURAL_GAS,
  corn: CORN,
  soybeans: SOYBEANS,
  wheat: WHEAT,
  'orange-juice': ORANGE_JUICE,
  oil: OIL,
  coffee: COFFEE,
  'crude-oil': CRUDE_OIL,
  cotton: COTTON,
};
