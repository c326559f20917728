/**
 * What each playbook reads beside its own bars: inputs by mode and id.
 * It knows names of inputs alone; it refuses rules, which live with the playbooks. A rule on prices only reads its own front.
 */
import { POWER_HUBS } from '../../domain/contract';
import type { CommodityKey } from '../../domain/commodity';

type Rows = Readonly<Record<string, readonly string[]>>;

const hubs = (name: (hub: string) => string): readonly string[] => POWER_HUBS.map(name);
const HUB_PRICES = hubs((hub) => `price/ET-${hub}`);
const scaled = (id: string): readonly string[] => [id, `${id}/z`];
const report = (name: string, prefix: string): readonly string[] => [`evt/${name}/days-since`, `evt/${name}/days-until`, `evt/${name}/${prefix}/surprise`];

const ELECTRICITY: Rows = {
  WX_MOMENTUM: [...HUB_PRICES, ...hubs((hub) => `wxa/hub/${hub}/degree-days/1-5/z`)],
  MEAN_REVERT: [...HUB_PRICES, ...hubs((hub) => `wxa/hub/${hub}/degree-days/1-5`)],
  RENEW_FADE: ['ERCOT', 'CAISO', 'MISO'].flatMap((hub) => scaled(`wxa/hub/${hub}/renewables/0-2`)),
  VOL_BREAK: [...HUB_PRICES],
  SPIKE_HUNTER: [...HUB_PRICES, ...hubs((hub) => `evt/spike/${hub}/chance`)],
  LOAD_FORECAST: [...HUB_PRICES, ...hubs((hub) => `fund/${hub}/strip-fair`)],
  CONGESTION_HEDGE: hubs((hub) => `spread/ET/${hub}-mean`),
  CARBON_SPREAD: ['spread/ET/spark', 'price/NG'],
  FREQUENCY_REG: [...HUB_PRICES],
  NODAL_ARBITRAGE: ['spread/ET/PJM-MISO', 'spread/ET/NYISO-PJM', ...HUB_PRICES],
};

const NATURAL_GAS: Rows = {
  WINTER_DEMAND: scaled('wxa/NG/heating/6-14'),
  STORAGE_DRAW: ['evt/EIA-gas/own-estimate', ...report('EIA-gas', 'NG')],
  PIPELINE_CONSTRAINT: ['evt/freeze-off/texas/chance'],
  EXPORT_MOMENTUM: ['price/NG', 'evt/storm/gulf/chance'],
  HUB_SPREADS: ['spread/NG/power-implied'],
  WEATHER_DERIVATIVES: scaled('wxa/NG/degree-days/1-14'),
  FRACKING_IMPACT: ['price/NG', 'wxa/NG/balance/1-14/z', 'fund/NG/storage-gap'],
  RENEWABLE_SWITCH: scaled('wxa/wind/ERCOT+MISO/1-5'),
  BASIS_SWAPS: ['carry/NG/slope'],
  INDUSTRIAL_DEMAND: ['price/NG', 'hedge/macro', 'gate/macro/trend'],
  WEATHER_HEDGE: ['price/NG', 'price/HO', 'evt/heating-tail/chance'],
  CALENDAR_SPREAD: ['spread/NG/F1-F3'],
  BASIS_TRADE: ['fund/NG/cash', 'price/NG'],
};

const CORN: Rows = {
  WEATHER_CROP: scaled('wxa/CORN/yield-loss/1-14'),
  DROUGHT_PREMIUM: ['price/CORN', 'gate/soil/DSM', 'gate/rain/DSM'],
  POLLINATION_HEAT: ['evt/heat-dome/corn-belt/chance'],
  SEASONAL_SPREAD: ['spread/CORN/Jul-Dec'],
  HARVEST_PRESSURE: ['price/CORN', 'impact/CORN/yield-loss/1-14'],
  EXPORT_DEMAND: ['price/CORN', 'gate/USD/trend'],
  CROP_ROTATION: ['spread/SOYB-CORN/acreage'],
  ETHANOL_MARGIN: ['price/CORN', 'price/CL'],
  WASDE_EVENT: report('crop-report', 'CORN'),
  CURRENCY_HEDGE: ['price/CORN', 'hedge/USD'],
  SUPPLY_CHAIN: ['carry/CORN/slope'],
};

const SOYBEANS: Rows = {
  WEATHER_CROP: scaled('wxa/SOYB/yield-loss/1-14'),
  AUGUST_POD_FILL: ['evt/dry/corn-belt/chance', 'gate/rain/CHI'],
  DROUGHT_PREMIUM: ['price/SOYB', 'gate/soil/CHI', 'gate/rain/CHI'],
  SOUTH_AMERICA_WX: scaled('wxa/MGB/dryness/1-14'),
  EXPORT_DEMAND: ['price/SOYB'],
  CHINA_BUYING: ['price/SOYB'],
  SEASONAL_SPREAD: ['spread/SOYB/Jul-Nov'],
  CRUSH_SPREAD: ['spread/SOYB/feed', 'price/WHEAT', 'price/CORN'],
  CROP_ROTATION: ['spread/SOYB-CORN/acreage'],
  CURRENCY_HEDGE: ['price/SOYB', 'hedge/BRL'],
  SUPPLY_CHAIN: ['carry/SOYB/slope'],
};

const WHEAT: Rows = {
  WEATHER_CROP: scaled('wxa/WHEAT/yield-loss/1-14'),
  WINTERKILL_RISK: ['evt/winterkill/ICT/chance'],
  DROUGHT_PREMIUM: ['price/WHEAT', 'gate/soil/ICT', 'gate/rain/ICT'],
  GEOPOLITICAL_PREMIUM: ['price/WHEAT'],
  FEED_SUBSTITUTION: ['spread/WHEAT-CORN/feed'],
  SEASONAL_SPREAD: ['spread/WHEAT/May-Dec'],
  HARVEST_LOW: ['price/WHEAT'],
  EXPORT_DEMAND: ['price/WHEAT'],
  CROP_ROTATION: ['spread/WHEAT-SOYB/acreage'],
  CURRENCY_HEDGE: ['price/WHEAT', 'hedge/USD'],
  SUPPLY_CHAIN: ['carry/WHEAT/slope'],
};

const OIL: Rows = {
  COLD_SNAP: scaled('wxa/HO/heating/1-10'),
  CRACK_SPREAD: ['spread/HO-CL/crack'],
  HURRICANE_REFINERY: ['evt/storm/gulf/strength', 'price/HO', 'price/CL'],
  DISTILLATE_DRAW: report('EIA-petroleum', 'HO'),
  WINTER_STOCKBUILD: ['price/HO', 'carry/HO/slope'],
  GAS_OIL_SWITCH: ['price/HO', 'evt/gas-spike/chance'],
  SEASONAL_SPREAD: ['spread/HO/Jan-Apr'],
  TREND_FOLLOW: ['price/HO'],
  CURRENCY_HEDGE: ['price/HO', 'hedge/USD'],
  SUPPLY_CHAIN: ['carry/HO/slope'],
};

const COFFEE: Rows = {
  FROST_WATCH: ['evt/frost/MGB/chance'],
  DROUGHT_PREMIUM: ['price/KC', 'gate/soil/MGB', 'gate/rain/MGB'],
  WEATHER_CROP: scaled('wxa/KC/yield-loss/1-14'),
  ENSO_SIGNAL: ['gate/nino/3-months-before', 'gate/nino'],
  BIENNIAL_CYCLE: ['season/KC/bearing'],
  TREND_BREAKOUT: ['price/KC'],
  SEASONAL_SPREAD: ['spread/KC/Sep-Mar'],
  EXPORT_DEMAND: ['price/KC'],
  CURRENCY_HEDGE: ['price/KC', 'hedge/BRL'],
  SUPPLY_CHAIN: ['carry/KC/slope'],
};

const CRUDE_OIL: Rows = {
  TREND_FOLLOW: ['price/CL'],
  HURRICANE_GULF: ['evt/storm/gulf/strength', 'evt/storm/gulf/chance'],
  INVENTORY_DRAW: report('EIA-petroleum', 'CL'),
  CONTANGO_CARRY: ['carry/CL/slope'],
  OPEC_EVENT: report('OPEC', 'CL'),
  VOLATILITY_SQUEEZE: ['price/CL'],
  SEASONAL_DRIVING: ['price/CL'],
  CRACK_HEDGE: ['spread/HO-CL/crack'],
  MEAN_REVERT: ['price/CL', 'evt/storm/gulf/chance'],
  CURRENCY_HEDGE: ['price/CL', 'hedge/USD'],
  SUPPLY_CHAIN: ['price/CL', 'carry/CL/slope'],
};

const ORANGE_JUICE: Rows = {
  FREEZE_ALERT: ['evt/freeze/LAK/chance'],
  FREEZE_FADE: ['evt/freeze/LAK/bust', 'evt/freeze/LAK/chance'],
  HURRICANE_FLORIDA: ['evt/storm/florida/strength'],
  WEATHER_CROP: scaled('wxa/OJ/yield-loss/1-14'),
  DROUGHT_PREMIUM: ['price/OJ', 'gate/soil/LAK', 'gate/soil/MGB'],
  CROP_REPORT: report('crop-report', 'OJ'),
  BRAZIL_SUPPLY: scaled('wxa/MGB/dryness/1-14'),
  SEASONAL_SPREAD: ['spread/OJ/Mar-Nov'],
  CURRENCY_HEDGE: ['price/OJ', 'hedge/BRL'],
  SUPPLY_CHAIN: ['carry/OJ/slope'],
};

const COTTON: Rows = {
  WEATHER_CROP: scaled('wxa/CT/yield-loss/1-14'),
  DROUGHT_PREMIUM: ['price/CT', 'gate/soil/LBB', 'gate/rain/LBB'],
  HEAT_STRESS: ['evt/heat-dome/LBB/chance'],
  HURRICANE_DELTA: ['evt/storm/delta/strength'],
  EXPORT_DEMAND: ['price/CT', 'gate/USD/trend'],
  POLYESTER_SPREAD: ['spread/CT-CL/polyester', 'price/CL'],
  SEASONAL_SPREAD: ['spread/CT/Jul-Dec'],
  HARVEST_PRESSURE: ['price/CT', 'impact/CT/yield-loss/1-14'],
  CROP_ROTATION: ['spread/CT-CORN/acreage'],
  CURRENCY_HEDGE: ['price/CT', 'hedge/USD'],
  SUPPLY_CHAIN: ['carry/CT/slope'],
};

/** Ids of inputs by mode and playbook. */
export const PLAYBOOK_INPUTS: Readonly<Record<CommodityKey, Rows>> = {
  electricity: ELECTRICITY, 'natural-gas': NATURAL_GAS, corn: CORN, soybeans: SOYBEANS, wheat: WHEAT, 'orange-juice': ORANGE_JUICE, oil: OIL, coffee: COFFEE, 'crude-oil': CRUDE_OIL, cotton: COTTON,
};
