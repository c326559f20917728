// A plain world for tests of published series and inputs: weather, futures and power that are quick
// to make and behave in outline like the real ones.
import { POWER_HUBS } from '../../app/trading/domain/contract';
import { COMMODITIES, type CommodityKey } from '../../app/trading/domain/commodity';
import { contractInstrument, getContract } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { contractCode, isListed, lastTradeDay } from '../../app/trading/market/expiry';
import { dayOfYear, getDay, dayStartMs, getWeekday } from '../../app/trading/simulation/calendar';
import {
  type Chance,
  expectedAbove,
  expectedBelow,
} from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  FuturesPart,
  Outlook,
  PastDay,
  PowerPart,
  WeatherPart,
} from '../../app/trading/simulation/parts';
import type { ForecastRun, WeatherWarning } from '../../app/trading/weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../app/trading/weather/cell';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

const MEAN: readonly number[] = [
  54.5, 53.5, 50.5, 50.5, 62.5, 73, 66.5, 60.5, 57, 64.5, 53.5, 72, 68,
];
const SWING: readonly number[] = [22.5, 23, 25.5, 27.5, 18.5, 10.5, 20, 20, 24.5, 13, 15, 10, -5.5];

const climate = (
  cell: number,
  day: number,
): { meanF: number; sdF: number; rainInches: number; windMph: number } => {
  const season = Math.cos((2 * Math.PI * (dayOfYear(day) - 20)) / 365.25);
  return {
    meanF: (MEAN[cell] ?? 0) - (SWING[cell] ?? 0) * season,
    sdF: 7 + 3 * season * Math.sign(SWING[cell] ?? 1),
    rainInches: 0.11,
    windMph: 9 + (cell % 4),
  };
};

interface Truth {
  readonly anomaly: Float64Array;
  readonly soil: Float64Array;
  readonly nino: number;
}

/** Anomalies of an AR(1), shared by half; soil and the Pacific wander slowly. */
const notShown = (): never => {
  throw new Error('no market reads the places that are only shown');
};

export function plainWeather(chance: Chance): WeatherPart {
  const [own, shared, soilStream, rain, noise] = ['own', 'shared', 'soil', 'rain', 'noise'].map(
    (name) => chance.stream(`plain/${name}`),
  ) as [number, number, number, number, number];
  const size = MARKET_CELLS.length;
  const lane = createCheckpointedFold<Truth>(
    () => ({ anomaly: new Float64Array(size), soil: new Float64Array(size), nino: 0 }),
    (before, day) => ({
      anomaly: before.anomaly.map(
        (value, cell) =>
          0.72 * value +
          0.69 * (0.5 * chance.normal(shared, day) + 0.87 * chance.normal(own, day, cell)),
      ),
      soil: before.soil.map(
        (value, cell) => 0.97 * value + 0.24 * chance.normal(soilStream, day, cell),
      ),
      nino: 0.995 * before.nino + 0.085 * chance.normal(soilStream, day, 99),
    }),
  );
  const meanOf = (cell: number, day: number): number =>
    climate(cell, day).meanF + climate(cell, day).sdF * (lane.at(day).anomaly[cell] ?? 0);
  const rainOf = (cell: number, day: number): number =>
    Math.max(0, 0.3 * chance.normal(rain, day, cell) - 0.05);
  const windOf = (cell: number, day: number): number =>
    climate(cell, day).windMph * Math.exp(0.3 * chance.normal(rain, day, cell + 50) - 0.045);
  const pastDay = (day: number): PastDay => ({
    day,
    meanF: Float64Array.from(MARKET_CELLS, (_, cell) => meanOf(cell, day)),
    highF: Float64Array.from(MARKET_CELLS, (_, cell) => meanOf(cell, day) + 10),
    lowF: Float64Array.from(MARKET_CELLS, (_, cell) => meanOf(cell, day) - 10),
    rainInches: Float64Array.from(MARKET_CELLS, (_, cell) => rainOf(cell, day)),
    windMph: Float64Array.from(MARKET_CELLS, (_, cell) => windOf(cell, day)),
    landfall: { gulf: dayOfYear(day) | 0 ? 0 : 3, florida: 0 },
  });
  const outlookAt = ({ day, cycles }: { day: number; cycles: number }): Outlook => ({
    day,
    cycles,
    meanF: (cell, lead) => meanOf(cell, day + lead),
    expectedAboveF: (cell, lead, base) => expectedAbove(meanOf(cell, day + lead), lead, base),
    expectedBelowF: (cell, lead, base) => expectedBelow(meanOf(cell, day + lead), lead, base),
    rainInches: () => 0.1,
    windMph: () => 9,
    ridge: () => 0,
    soil: (cell) => lane.at(day).soil[cell] ?? 0,
    nino: lane.at(day).nino,
    storms: [],
  });
  const forecastRun = (cell: string, issuedMs: number): ForecastRun => {
    const place = MARKET_CELLS.indexOf(cell as MarketCell);
    const issued = getDay(issuedMs);
    const cycle = Math.round(issuedMs / (6 * HOUR_MS));
    const days = Array.from({ length: 15 }, (_, lead) => {
      const [day, skill] = [issued + lead, Math.exp(-((lead / 9) ** 2))];
      const { meanF, sdF, windMph } = climate(place, day);
      const meanNow =
        meanF +
        skill * (meanOf(place, day) - meanF) +
        0.15 * sdF * Math.sqrt(lead) * 0.3 * chance.normal(noise, cycle, place * 20 + lead);
      const wet =
        0.25 +
        0.7 * skill * (rainOf(place, day) > 0.1 ? 0.75 : -0.3) +
        0.03 * chance.uniform(noise, cycle, 1000 + place * 20 + lead);
      const rainNow = 0.1 + skill * (rainOf(place, day) - 0.1);
      return {
        dayMs: dayStartMs(day),
        lead,
        meanF: meanNow,
        highF: meanNow + 10,
        lowF: meanNow - 10,
        spreadF: 0.3 + sdF * Math.sqrt(1 - skill * skill),
        windMph: windMph + skill * (windOf(place, day) - windMph),
        sunShare: Math.max(0.1, Math.min(1, 0.9 - wet)),
        rainInches: Math.max(0, rainNow),
        rainChance: Math.max(0.02, Math.min(0.98, wet)),
      };
    });
    return { cell: cell as MarketCell, issuedMs, publishedMs: issuedMs + 4 * HOUR_MS, days };
  };
  return {
    outlookAt,
    pastDay,
    shownDay: notShown,
    climate,
    forecastRun,
    warnings: plainWarnings,
    hourly: () => ({
      temperatureF: new Array<number>(24).fill(60),
      windMph: new Array<number>(24).fill(9),
    }),
    observations: () => [],
    forget: () => lane.forget(),
  };
}

/**
 * Every year the same: a freeze called off, a heat dome, two storms; only their chances differ from
 * year to year.
 */
function plainWarnings(fromMs: number, untilMs: number): readonly WeatherWarning[] {
  const years = new Set([new Date(fromMs).getUTCFullYear(), new Date(untilMs).getUTCFullYear()]);
  const all = [...years].flatMap((year): WeatherWarning[] => {
    const warn = (
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
    const chance = 0.4 + (year % 5) / 10;
    return [
      warn('freeze', 'watch', ['LAK'], 1, 8, chance, -14),
      warn('freeze', 'cancelled', ['LAK'], 1, 10, 0, -14),
      warn('heat dome', 'watch', ['DSM', 'CHI', 'ICT'], 7, 10, chance, 9),
      warn('heat dome', 'confirmed', ['LBB', 'DFW'], 7, 20, 0.9, 8),
      warn('hurricane', 'watch', ['GOM'], 9, 8, chance, 3),
      warn('hurricane', 'watch', ['LAK'], 9, 18, chance / 2, 4),
    ];
  });
  return all
    .filter(({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs)
    .sort((a, b) => a.publishedMs - b.publishedMs);
}

const CHAINS: readonly (readonly [CommodityKey, number])[] = [
  ['natural-gas', 3.6],
  ['crude-oil', 72],
  ['oil', 2.45],
  ['corn', 450],
  ['soybeans', 1080],
  ['wheat', 580],
  ['coffee', 210],
  ['orange-juice', 230],
  ['cotton', 78],
];

function months(commodity: CommodityKey, day: number): Instrument[] {
  const contract = getContract(commodity);
  const start = new Date(dayStartMs(day));
  return Array.from(
    { length: 18 },
    (_, ahead) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead, 1)),
  ).flatMap((at): Instrument[] => {
    const month = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
    if (!isListed(contract, month)) return [];
    const last = lastTradeDay(contract.lastTrade, month);
    if (last < dayStartMs(day)) return [];
    const code = contractCode(contract, month);
    const chain = COMMODITIES[commodity].symbolPrefix;
    return [
      {
        ...contractInstrument(commodity, `${chain}.${code.slice(-3)}`),
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

/** Random walks of the front with a season in the months. */
export function plainFutures(chance: Chance): FuturesPart {
  const stream = chance.stream('plain/futures');
  const lane = createCheckpointedFold(
    () => new Float64Array(CHAINS.length),
    (before, day) =>
      before.map((log, place) => 0.998 * log + 0.015 * chance.normal(stream, day, place)),
  );
  const placeOf = (chain: string): number =>
    CHAINS.findIndex(([commodity]) => COMMODITIES[commodity].symbolPrefix === chain);
  const settlement = ({ id, contract }: Instrument, day: number): number => {
    const place = placeOf(contract?.chain ?? id);
    const deliveryMs = contract ? Date.parse(contract.delivery) : dayStartMs(day);
    const years = Math.max(0, deliveryMs - dayStartMs(day)) / (365.25 * DAY_MS);
    const season = 0.05 * Math.cos((2 * Math.PI * new Date(deliveryMs).getUTCMonth()) / 12 + place);
    return (
      (CHAINS[place]?.[1] ?? 0) *
      Math.exp((lane.at(day)[place] ?? 0) * Math.exp(-years) + season + 0.02 * years)
    );
  };
  return {
    listed: (chain, day) => {
      const row = CHAINS[placeOf(chain)];
      return row ? months(row[0], day) : [];
    },
    settlement,
    tightness: (chain, { day }) => lane.at(day)[placeOf(chain)] ?? 0,
    forget: () => lane.forget(),
    path: () => {
      throw new Error('the plain world has no paths');
    },
  };
}

/** Hub strips and spot that follow a wave of the day and a draw. */
export function plainPower(chance: Chance): PowerPart {
  const stream = chance.stream('plain/power');
  const level = (hub: number, day: number): number =>
    70 +
    8 * hub +
    10 * Math.cos((2 * Math.PI * dayOfYear(day)) / 182) +
    9 * chance.normal(stream, day, hub);
  const hubOf = (chain: string): number =>
    POWER_HUBS.findIndex((hub) => chain === `ET-${hub}` || chain === hub);
  return {
    listed: (chain, day) =>
      Array.from({ length: 8 }, (_, week) => {
        const friday = day + ((5 - getWeekday(day) + 7) % 7 || 7) + 7 * week;
        const delivery = new Date(dayStartMs(friday)).toISOString().slice(0, 10);
        return {
          ...contractInstrument('electricity', `${chain}.${delivery.replaceAll('-', '')}`),
          contract: {
            chain,
            code: chain,
            delivery,
            rollMs: dayStartMs(friday - 1),
            expiresMs: dayStartMs(friday),
          },
        };
      }),
    settlement: ({ contract }, day) =>
      level(hubOf(contract?.chain ?? ''), day) +
      (contract ? (Date.parse(contract.delivery) - dayStartMs(day)) / (7 * DAY_MS) : 0),
    spot: (hub, day) =>
      Float64Array.from(
        { length: 24 },
        (_, hour) =>
          level(hubOf(hub), day) * (1 + 0.3 * Math.sin((hour - 8) / 4)) +
          5 * chance.normal(stream, day, 100 + 30 * hubOf(hub) + hour),
      ),
    path: () => {
      throw new Error('the plain world has no paths');
    },
    expectedSpot: () => 80,
    forget: () => undefined,
  };
}
