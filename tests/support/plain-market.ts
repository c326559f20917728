// Simplified weather, futures and power for tests of published series and inputs.
import { POWER_HUBS } from '../../app/trading/domain/contract';
import { COMMODITIES, type CommodityKey } from '../../app/trading/domain/commodity';
import { createContractInstrument, getContract } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import {
  formatContractCode,
  isListedMonth,
  computeLastTradeDay,
} from '../../app/trading/market/expiry';
import {
  getDayOfYear,
  getDay,
  getDayStartMs,
  getWeekday,
} from '../../app/trading/simulation/calendar';
import {
  type RandomStreams,
  expectedAbove,
  expectedBelow,
} from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  FuturesModel,
  Outlook,
  PastDay,
  PowerModel,
  WeatherModel,
} from '../../app/trading/simulation/market-models';
import type { ForecastRun, WeatherWarning } from '../../app/trading/weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../app/trading/weather/cell';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

const MEAN: readonly number[] = [
  54.5, 53.5, 50.5, 50.5, 62.5, 73, 66.5, 60.5, 57, 64.5, 53.5, 72, 68,
];
const SWING: readonly number[] = [22.5, 23, 25.5, 27.5, 18.5, 10.5, 20, 20, 24.5, 13, 15, 10, -5.5];

const getClimate = (
  cell: number,
  day: number,
): { meanF: number; sdF: number; rainInches: number; windMph: number } => {
  const season = Math.cos((2 * Math.PI * (getDayOfYear(day) - 20)) / 365.25);
  return {
    meanF: (MEAN[cell] ?? 0) - (SWING[cell] ?? 0) * season,
    sdF: 7 + 3 * season * Math.sign(SWING[cell] ?? 1),
    rainInches: 0.11,
    windMph: 9 + (cell % 4),
  };
};

interface WeatherState {
  readonly anomaly: Float64Array;
  readonly soil: Float64Array;
  readonly nino: number;
}

/** AR(1) anomalies with a common factor; soil and ENSO vary slowly. */
const throwUnsupported = (): never => {
  throw new Error('no market reads the places that are only shown');
};

export function createPlainWeather(streams: RandomStreams): WeatherModel {
  const [own, shared, soilStream, rain, noise] = ['own', 'shared', 'soil', 'rain', 'noise'].map(
    (name) => streams.getStream(`plain/${name}`),
  ) as [number, number, number, number, number];
  const size = MARKET_CELLS.length;
  const stateFold = createCheckpointedFold<WeatherState>(
    () => ({ anomaly: new Float64Array(size), soil: new Float64Array(size), nino: 0 }),
    (before, day) => ({
      anomaly: before.anomaly.map(
        (value, cell) =>
          0.72 * value +
          0.69 *
            (0.5 * streams.drawNormal(shared, day) + 0.87 * streams.drawNormal(own, day, cell)),
      ),
      soil: before.soil.map(
        (value, cell) => 0.97 * value + 0.24 * streams.drawNormal(soilStream, day, cell),
      ),
      nino: 0.995 * before.nino + 0.085 * streams.drawNormal(soilStream, day, 99),
    }),
  );
  const getMeanF = (cell: number, day: number): number =>
    getClimate(cell, day).meanF +
    getClimate(cell, day).sdF * (stateFold.getState(day).anomaly[cell] ?? 0);
  const getRain = (cell: number, day: number): number =>
    Math.max(0, 0.3 * streams.drawNormal(rain, day, cell) - 0.05);
  const getWind = (cell: number, day: number): number =>
    getClimate(cell, day).windMph *
    Math.exp(0.3 * streams.drawNormal(rain, day, cell + 50) - 0.045);
  const pastDay = (day: number): PastDay => ({
    day,
    meanF: Float64Array.from(MARKET_CELLS, (_, cell) => getMeanF(cell, day)),
    highF: Float64Array.from(MARKET_CELLS, (_, cell) => getMeanF(cell, day) + 10),
    lowF: Float64Array.from(MARKET_CELLS, (_, cell) => getMeanF(cell, day) - 10),
    rainInches: Float64Array.from(MARKET_CELLS, (_, cell) => getRain(cell, day)),
    windMph: Float64Array.from(MARKET_CELLS, (_, cell) => getWind(cell, day)),
    landfall: { gulf: getDayOfYear(day) | 0 ? 0 : 3, florida: 0 },
  });
  const outlookAt = ({ day, cycles }: { day: number; cycles: number }): Outlook => ({
    day,
    cycles,
    meanF: (cell, lead) => getMeanF(cell, day + lead),
    expectedAboveF: (cell, lead, base) => expectedAbove(getMeanF(cell, day + lead), lead, base),
    expectedBelowF: (cell, lead, base) => expectedBelow(getMeanF(cell, day + lead), lead, base),
    rainInches: () => 0.1,
    windMph: () => 9,
    getRidge: () => 0,
    getSoil: (cell) => stateFold.getState(day).soil[cell] ?? 0,
    nino: stateFold.getState(day).nino,
    storms: [],
  });
  const forecastRun = (cell: string, issuedMs: number): ForecastRun => {
    const cellIndex = MARKET_CELLS.indexOf(cell as MarketCell);
    const issued = getDay(issuedMs);
    const cycle = Math.round(issuedMs / (6 * HOUR_MS));
    const days = Array.from({ length: 15 }, (_, lead) => {
      const [day, skill] = [issued + lead, Math.exp(-((lead / 9) ** 2))];
      const { meanF, sdF, windMph } = getClimate(cellIndex, day);
      const meanNow =
        meanF +
        skill * (getMeanF(cellIndex, day) - meanF) +
        0.15 *
          sdF *
          Math.sqrt(lead) *
          0.3 *
          streams.drawNormal(noise, cycle, cellIndex * 20 + lead);
      const wet =
        0.25 +
        0.7 * skill * (getRain(cellIndex, day) > 0.1 ? 0.75 : -0.3) +
        0.03 * streams.drawUniform(noise, cycle, 1000 + cellIndex * 20 + lead);
      const rainNow = 0.1 + skill * (getRain(cellIndex, day) - 0.1);
      return {
        dayMs: getDayStartMs(day),
        lead,
        meanF: meanNow,
        highF: meanNow + 10,
        lowF: meanNow - 10,
        spreadF: 0.3 + sdF * Math.sqrt(1 - skill * skill),
        windMph: windMph + skill * (getWind(cellIndex, day) - windMph),
        sunShare: Math.max(0.1, Math.min(1, 0.9 - wet)),
        rainInches: Math.max(0, rainNow),
        rainChance: Math.max(0.02, Math.min(0.98, wet)),
      };
    });
    return { cell: cell as MarketCell, issuedMs, publishedMs: issuedMs + 4 * HOUR_MS, days };
  };
  return {
    getOutlook: outlookAt,
    getPastDay: pastDay,
    getDisplayDay: throwUnsupported,
    getClimate,
    getForecastRun: forecastRun,
    listWarnings: listPlainWarnings,
    getHours: () => ({
      temperatureF: new Array<number>(24).fill(60),
      windMph: new Array<number>(24).fill(9),
    }),
    listObservations: () => [],
    forget: () => stateFold.forget(),
  };
}

/** The same warnings every year; only probabilities differ. */
function listPlainWarnings(fromMs: number, untilMs: number): readonly WeatherWarning[] {
  const years = new Set([new Date(fromMs).getUTCFullYear(), new Date(untilMs).getUTCFullYear()]);
  const all = [...years].flatMap((year): WeatherWarning[] => {
    const createWarning = (
      kind: WeatherWarning['kind'],
      phase: WeatherWarning['phase'],
      cells: readonly MarketCell[],
      month: number,
      date: number,
      probability: number,
      strength: number,
    ): WeatherWarning => {
      const publishedMs = Date.UTC(year, month - 1, date, 4);
      return {
        id: `${kind}/${year}-${month}-${cells.join('')}`,
        kind,
        phase,
        cells,
        probability,
        strength,
        fromMs: publishedMs + 2 * DAY_MS,
        untilMs: publishedMs + 8 * DAY_MS,
        publishedMs,
        text: 'a warning',
      };
    };
    const probability = 0.4 + (year % 5) / 10;
    return [
      createWarning('freeze', 'watch', ['LAK'], 1, 8, probability, -14),
      createWarning('freeze', 'cancelled', ['LAK'], 1, 10, 0, -14),
      createWarning('heat dome', 'watch', ['DSM', 'CHI', 'ICT'], 7, 10, probability, 9),
      createWarning('heat dome', 'confirmed', ['LBB', 'DFW'], 7, 20, 0.9, 8),
      createWarning('hurricane', 'watch', ['GOM'], 9, 8, probability, 3),
      createWarning('hurricane', 'watch', ['LAK'], 9, 18, probability / 2, 4),
    ];
  });
  return all
    .filter(({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs)
    .sort((a, b) => a.publishedMs - b.publishedMs);
}

/** Mean front price of each future, in quoted units. */
const LEVELS: Readonly<Record<Exclude<CommodityKey, 'electricity'>, number>> = {
  'natural-gas': 3.6,
  'crude-oil': 72,
  oil: 2.45,
  corn: 450,
  soybeans: 1080,
  wheat: 580,
  coffee: 210,
  'orange-juice': 230,
  cotton: 78,
};
const CHAINS = Object.entries(LEVELS) as readonly (readonly [keyof typeof LEVELS, number])[];

function listMonths(commodity: CommodityKey, day: number): Instrument[] {
  const contract = getContract(commodity);
  const start = new Date(getDayStartMs(day));
  return Array.from(
    { length: 18 },
    (_, ahead) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead, 1)),
  ).flatMap((at): Instrument[] => {
    const month = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
    if (!isListedMonth(contract, month)) return [];
    const last = computeLastTradeDay(contract.lastTrade, month);
    if (last < getDayStartMs(day)) return [];
    const code = formatContractCode(contract, month);
    const chain = COMMODITIES[commodity].symbolPrefix;
    return [
      {
        ...createContractInstrument(commodity, `${chain}.${code.slice(-3)}`),
        contract: {
          chain,
          code,
          delivery: at.toISOString().slice(0, 10),
          rollMs: last - 2 * DAY_MS + 14 * HOUR_MS,
          expiresMs: last + 22 * HOUR_MS,
        },
      },
    ];
  });
}

/** Random walks of the front month with a seasonal curve. */
export function createPlainFutures(streams: RandomStreams): FuturesModel {
  const stream = streams.getStream('plain/futures');
  const stateFold = createCheckpointedFold(
    () => new Float64Array(CHAINS.length),
    (before, day) =>
      before.map(
        (log, cellIndex) => 0.998 * log + 0.015 * streams.drawNormal(stream, day, cellIndex),
      ),
  );
  const findChainIndex = (chain: string): number =>
    CHAINS.findIndex(([commodity]) => COMMODITIES[commodity].symbolPrefix === chain);
  const getSettlement = ({ id, contract }: Instrument, day: number): number => {
    const cellIndex = findChainIndex(contract?.chain ?? id);
    const deliveryMs = contract ? Date.parse(contract.delivery) : getDayStartMs(day);
    const years = Math.max(0, deliveryMs - getDayStartMs(day)) / (365.25 * DAY_MS);
    const season =
      0.05 * Math.cos((2 * Math.PI * new Date(deliveryMs).getUTCMonth()) / 12 + cellIndex);
    return (
      (CHAINS[cellIndex]?.[1] ?? 0) *
      Math.exp((stateFold.getState(day)[cellIndex] ?? 0) * Math.exp(-years) + season + 0.02 * years)
    );
  };
  return {
    listInstruments: (chain, day) => {
      const row = CHAINS[findChainIndex(chain)];
      return row ? listMonths(row[0], day) : [];
    },
    getSettlement,
    getLock: () => 0,
    getScarcity: () => 0,
    getTightness: (chain, { day }) => stateFold.getState(day)[findChainIndex(chain)] ?? 0,
    forget: () => stateFold.forget(),
    getPath: () => {
      throw new Error('no intraday paths');
    },
  };
}

/** Hub strips and spot prices with a daily cycle and noise. */
export function createPlainPower(streams: RandomStreams): PowerModel {
  const stream = streams.getStream('plain/power');
  const getLevel = (hub: number, day: number): number =>
    70 +
    8 * hub +
    10 * Math.cos((2 * Math.PI * getDayOfYear(day)) / 182) +
    9 * streams.drawNormal(stream, day, hub);
  const findHubIndex = (chain: string): number =>
    POWER_HUBS.findIndex((hub) => chain === `ET-${hub}` || chain === hub);
  return {
    listInstruments: (chain, day) =>
      Array.from({ length: 8 }, (_, week) => {
        const friday = day + ((5 - getWeekday(day) + 7) % 7 || 7) + 7 * week;
        const delivery = new Date(getDayStartMs(friday)).toISOString().slice(0, 10);
        return {
          ...createContractInstrument('electricity', `${chain}.${delivery.replaceAll('-', '')}`),
          contract: {
            chain,
            code: chain,
            delivery,
            rollMs: getDayStartMs(friday - 1),
            expiresMs: getDayStartMs(friday),
          },
        };
      }),
    getSettlement: ({ contract }, day) =>
      getLevel(findHubIndex(contract?.chain ?? ''), day) +
      (contract ? (Date.parse(contract.delivery) - getDayStartMs(day)) / (7 * DAY_MS) : 0),
    getSpotPrices: (hub, day) =>
      Float64Array.from(
        { length: 24 },
        (_, hour) =>
          getLevel(findHubIndex(hub), day) * (1 + 0.3 * Math.sin((hour - 8) / 4)) +
          5 * streams.drawNormal(stream, day, 100 + 30 * findHubIndex(hub) + hour),
      ),
    getPath: () => {
      throw new Error('no intraday paths');
    },
    getExpectedSpot: () => 80,
    forget: () => undefined,
  };
}
