// Minimal simulated market with known figures, for tests of the market validation.
import { createContractInstrument } from '../../app/trading/domain/contract';
import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import { getDayStartMs, getSeasonAngle } from '../../app/trading/simulation/calendar';
import {
  type RandomStreams,
  createRandomStreams,
} from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  DayPath,
  FuturesModel,
  Outlook,
  PastDay,
  PlantedWeather,
  PowerModel,
  WeatherModel,
  WorldOptions,
} from '../../app/trading/simulation/market-models';
import { MARKET_CELLS, type WeatherCell } from '../../app/trading/weather/cell';
import type { ForecastRun } from '../../app/trading/weather/bulletin';
import { DAY_MS } from '../../app/trading/domain/time';

/** Annual volatility of every chain, and log price step between contract months. */
const throwUnsupported = (): never => {
  throw new Error('no market reads the places that are only shown');
};

export const FAKE_VOLATILITY = 0.3;
export const FAKE_CONTANGO = 0.08;
/** Fraction of daily variance from weather news. */
export const FAKE_WEATHER_SHARE = 0.25;
/** Standard deviation of daily temperatures (F), and its forecast skill at any lead. */
const FAKE_SD_F = 8;
export const FAKE_SKILL = 0.6;
/** Log price move of gas by a planted shock. */
export const FAKE_SHOCK = 0.2;

const getClimate = (_cell: number, day: number) => ({
  meanF: 55 - 20 * Math.cos(getSeasonAngle(day - 20)),
  sdF: FAKE_SD_F,
  rainInches: 0.1,
  windMph: 8,
});

function createFakeWeather(streams: RandomStreams): WeatherModel {
  const [predictable, hidden] = [streams.getStream('known'), streams.getStream('hidden')];
  const computePredictable = (cell: number, day: number): number =>
    FAKE_SD_F * FAKE_SKILL * streams.drawNormal(predictable, day, cell);
  const computeUnpredictable = (cell: number, day: number): number =>
    FAKE_SD_F * Math.sqrt(1 - FAKE_SKILL ** 2) * streams.drawNormal(hidden, day, cell);
  const meanF = (cell: number, day: number): number =>
    getClimate(cell, day).meanF + computePredictable(cell, day);
  const getPastDay = (day: number): PastDay => {
    const values = Float64Array.from(
      MARKET_CELLS,
      (_, cell) => meanF(cell, day) + computeUnpredictable(cell, day),
    );
    const dry = new Float64Array(MARKET_CELLS.length);
    return {
      day,
      meanF: values,
      highF: values,
      lowF: values,
      rainInches: dry,
      windMph: dry,
      landfall: { gulf: day === 250 ? 4 : 0, florida: 0 },
    };
  };
  const getOutlook = ({ day, cycles }: { day: number; cycles: number }): Outlook => ({
    day,
    cycles,
    meanF: (cell, lead) => meanF(cell, day + lead),
    expectedAboveF: () => 0,
    expectedBelowF: () => 0,
    rainInches: () => 0,
    windMph: () => 8,
    getRidge: () => 0,
    getSoil: () => 0,
    nino: 0,
    storms: [],
  });
  const forecastRun = (cell: WeatherCell, issuedMs: number): ForecastRun => {
    const first = Math.floor((issuedMs - getDayStartMs(0)) / DAY_MS);
    const createDay = (lead: number) => ({
      dayMs: getDayStartMs(first + lead),
      lead,
      meanF: meanF(
        MARKET_CELLS.findIndex((id) => id === cell),
        first + lead,
      ),
      highF: 0,
      lowF: 0,
      spreadF: 5,
      windMph: 8,
      sunShare: 1,
      rainInches: 0,
      rainChance: 0,
    });
    return {
      cell,
      issuedMs,
      publishedMs: issuedMs,
      days: Array.from({ length: 15 }, (_, lead) => createDay(lead)),
    };
  };
  return {
    getPastDay,
    getDisplayDay: throwUnsupported,
    getOutlook,
    getClimate,
    getForecastRun: forecastRun,
    forget: () => undefined,
    listObservations: () => [],
    listWarnings: () => [],
    getHours: () => ({
      temperatureF: new Array<number>(24).fill(0),
      windMph: new Array<number>(24).fill(0),
    }),
  };
}

const getChainCommodity = (chain: string) =>
  COMMODITY_KEYS.find((key) => COMMODITIES[key].symbolPrefix === chain) ?? 'natural-gas';

const contractsById = new Map<string, Instrument>();

/** Contract of a delivery month (0 = January 2010); rolls on the 20th of the month before. */
function getContractOfMonth(chain: string, month: number): Instrument {
  const contract = contractsById.get(`${chain}.${month}`) ?? createContract(chain, month);
  contractsById.set(contract.id, contract);
  return contract;
}

function createContract(chain: string, month: number): Instrument {
  const [year, inYear] = [2010 + Math.floor(month / 12), month % 12];
  const rollMs = Date.UTC(year, inYear - 1, 20, 14);
  const delivery = new Date(Date.UTC(year, inYear, 1)).toISOString().slice(0, 10);
  return {
    ...createContractInstrument(getChainCommodity(chain), `${chain}.${month}`),
    contract: { chain, code: `${chain}${month}`, delivery, rollMs, expiresMs: rollMs + 5 * DAY_MS },
  };
}

const getMonthNumber = ({ id }: Instrument): number => Number(id.split('.')[1]);

function createFakeFutures(
  streams: RandomStreams,
  planted: readonly PlantedWeather[],
): FuturesModel {
  const daily = FAKE_VOLATILITY / Math.sqrt(365.25);
  const drawPart = (chain: string, kind: string, day: number): number =>
    streams.drawNormal(streams.getStream(`${kind}/${chain}`), day);
  const computeNews = (chain: string, day: number): number =>
    daily * Math.sqrt(FAKE_WEATHER_SHARE) * drawPart(chain, 'news', day);
  const computeRest = (chain: string, day: number): number =>
    daily * Math.sqrt(1 - FAKE_WEATHER_SHARE) * drawPart(chain, 'rest', day);
  const lanes = new Map<string, ReturnType<typeof createCheckpointedFold<number>>>();
  const getLevel = (chain: string, day: number): number => {
    const lane =
      lanes.get(chain) ??
      createCheckpointedFold<number>(
        () => 0,
        (before, at) => before + computeNews(chain, at - 1) + computeRest(chain, at - 1),
      );
    lanes.set(chain, lane);
    return lane.getState(day);
  };
  const getShock = (chain: string, day: number): number =>
    chain === 'NG' && planted.some((one) => 'firstDay' in one && day > one.firstDay - 4)
      ? FAKE_SHOCK
      : 0;
  const computeLogPrice = (contract: Instrument, day: number): number => {
    const chain = contract.contract?.chain ?? '';
    return (
      Math.log(400) +
      getLevel(chain, day) +
      FAKE_CONTANGO * getMonthNumber(contract) +
      getShock(chain, day)
    );
  };
  return {
    listInstruments: (chain, day) =>
      Array.from({ length: 16 }, (_, nth) =>
        getContractOfMonth(chain, nth + Math.floor(day / 30.4375)),
      ).filter(({ contract }) => (contract?.expiresMs ?? 0) > getDayStartMs(day)),
    getSettlement: (contract, day) => Math.exp(computeLogPrice(contract, day)),
    getLock: () => 0,
    getPath: (contract, day): DayPath => {
      const chain = contract.contract?.chain ?? '';
      return {
        scale: 'log',
        from: computeLogPrice(contract, day),
        diffusion: computeRest(chain, day),
        sigma: daily,
        steps: [{ minute: 240, size: computeNews(chain, day) }],
        band: null,
        volatilityRatio: 1,
      };
    },
    getTightness: (chain, { day }) => drawPart(chain, 'tightness', day),
    getScarcity: () => 0,
    forget: () => lanes.clear(),
  };
}

function fakePower(streams: RandomStreams, futures: FuturesModel): PowerModel {
  const stream = streams.getStream('spot');
  const computeSpot = (hub: string, day: number): Float64Array =>
    Float64Array.from(
      { length: 24 },
      (_, hour) =>
        80 + 10 * Math.sin(hour / 4) + 30 * streams.drawNormal(stream, day, hour + 24 * hub.length),
    );
  return {
    listInstruments: (chain, day) => futures.listInstruments(chain, day),
    getPath: (strip, day) => futures.getPath(strip, day),
    getSettlement: (strip, day) => futures.getSettlement(strip, day),
    getSpotPrices: computeSpot,
    getExpectedSpot: () => 80,
    forget: () => undefined,
  };
}

export function createFakeMarket({ seed, planted = [] }: WorldOptions) {
  const streams = createRandomStreams(seed);
  const futures = createFakeFutures(streams, planted);
  return {
    weather: createFakeWeather(streams),
    futures,
    power: fakePower(streams, futures),
    series: { listPublished: () => [], listReports: () => [] },
  };
}
