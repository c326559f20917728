/** Weather outlook from a state: normal distributions with a mixture of events on top. */
import type { Outlook, StormThreat } from '../market-models';
import { CELL_COUNT, getSeasonRow } from './climate';
import {
  BUST_STRENGTH,
  CONFIRM_PROBABILITY,
  EVENT_KINDS,
  EXPECTED_STRENGTH,
  type WeatherEvent,
  isRevealed,
} from './extreme-event';
import { DEPARTURES, LEADS, computeUnseenProbabilities } from './unseen-events';
import { computeExpectedPositive } from './expected-excess';
import { valueAt } from './value-at';
import { computeShifts } from './planted-weather';
import { computeExpectedRain, computeRainProbability } from './rain';
import {
  type CycleNews,
  type ForecastSheet,
  buildRainSheet,
  buildRidgeSheet,
  buildTemperatureSheet,
  buildWindSheet,
} from './forecast-sheets';
import { computeSoilAnomaly } from './soil';
import { OFFSETS, type Sources, type WeatherState, getLastDay } from './weather-state';
import { getThreat } from './storm';

/** Mixture components below this weight are ignored in expected degrees, but not in the mean. */
const WEIGHT_MIN = 1e-3;

/** Anomalies of unseen events as flat tables by kind and cell, read hundreds of times a day. */
const KINDS = EVENT_KINDS.map((_, kind) => kind);
const ALL = DEPARTURES.flat();
const DIRECTIONS = Int8Array.from(ALL, ({ direction }) => direction);
const MEANS_F = Float64Array.from(ALL, ({ meanF }) => meanF);
const POINTS = 3;
const POINT_VALUES = Float64Array.from(
  ALL.flatMap(({ points }) => points.map(({ value }) => value)),
);
const POINT_WEIGHTS = Float64Array.from(
  ALL.flatMap(({ points }) => points.map(({ weight }) => weight)),
);

export interface RainForecast {
  readonly inches: number;
  readonly probability: number;
}

/** Outlook with the figures that the public forecast needs. */
export interface ServiceOutlook extends Outlook {
  /** Standard deviation of the daily mean about `meanF`, deg F, without unseen events. */
  sdF(cell: number, lead: number): number;
  /**
   * Expected rain and probability of more than `inches`, by a forecaster whose latent mean is off
   * by `error` standard deviations.
   */
  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast;
}

interface Temperatures extends ForecastSheet {
  /** Mean including events weighted by probability. */
  readonly whole: number[];
  /** Seen but unresolved events by lead: anomaly by cell at full strength. */
  readonly open: readonly (readonly Float64Array[])[];
  readonly unseen: readonly number[];
  /** Kinds with an unseen event above WEIGHT_MIN on any day. */
  readonly likelyKinds: readonly number[];
}

/** Outlook of a state and the revealed cycles of its day. Sheets are computed on first use. */
export class StateOutlook implements ServiceOutlook {
  readonly day: number;
  readonly cycles: number;
  readonly nino: number;
  private cachedTemperatures: Temperatures | null = null;
  private cachedRidge: ForecastSheet | null = null;
  private cachedRain: ForecastSheet | null = null;
  private cachedWind: ForecastSheet | null = null;
  private cachedStorms: readonly StormThreat[] | null = null;

  constructor(
    private readonly sources: Sources,
    private readonly state: WeatherState,
    private readonly news: CycleNews,
  ) {
    this.day = state.day;
    this.cycles = news.cycles;
    this.nino = state.pacific.departure;
  }

  meanF(cell: number, lead: number): number {
    return this.getTemperatures().whole[lead * CELL_COUNT + cell] ?? 0;
  }

  sdF(cell: number, lead: number): number {
    return this.getTemperatures().sd[lead * CELL_COUNT + cell] ?? 0;
  }

  expectedAboveF(cell: number, lead: number, baseF: number): number {
    return this.computeExpectedBeyond(cell, lead, baseF, 1);
  }

  expectedBelowF(cell: number, lead: number, baseF: number): number {
    return this.computeExpectedBeyond(cell, lead, baseF, -1);
  }

  rainInches(cell: number, lead: number): number {
    const { mean, sd } = this.getRain();
    const index = lead * CELL_COUNT + cell;
    return this.addPlantedRain(lead, computeExpectedRain(cell, mean[index] ?? 0, sd[index] ?? 0));
  }

  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast {
    const index = lead * CELL_COUNT + cell;
    const sd = this.getRain().sd[index] ?? 0;
    const mean = (this.getRain().mean[index] ?? 0) + error * sd;
    return {
      inches: this.addPlantedRain(lead, computeExpectedRain(cell, mean, sd)),
      probability: computeRainProbability(
        cell,
        mean,
        sd,
        Math.max(0, inches - this.addPlantedRain(lead, 0)),
      ),
    };
  }

  /** Adds the prescribed rain that is known. */
  private addPlantedRain(lead: number, inches: number): number {
    const shift = computeShifts(
      this.sources.planted.shifts,
      this.day + lead,
      this.day,
      this.cycles,
    );
    return shift === null ? inches : Math.max(0, inches + shift.rain);
  }

  windMph(cell: number, lead: number): number {
    this.cachedWind ??= buildWindSheet(this.sources, this.state, this.news);
    return this.cachedWind.mean[lead * CELL_COUNT + cell] ?? 0;
  }

  getRidge(cell: number, lead: number): number {
    return this.getRidges().mean[lead * CELL_COUNT + cell] ?? 0;
  }

  getSoil(cell: number): number {
    return computeSoilAnomaly(
      this.state.values[OFFSETS.soil + cell] ?? 0,
      getSeasonRow(this.day),
      cell,
    );
  }

  get storms(): readonly StormThreat[] {
    this.cachedStorms ??= this.state.storms.length === 0 ? [] : this.listThreats(this.day);
    return this.cachedStorms;
  }

  /** Seen threats with landfall on `fromDay` or later. */
  listThreats(fromDay: number): readonly StormThreat[] {
    return this.state.storms.flatMap((storm) => {
      const threat = storm.landfallDay < fromDay ? null : getThreat(storm, this.day, this.cycles);
      return threat ? [threat] : [];
    });
  }

  private computeExpectedBeyond(cell: number, lead: number, baseF: number, sign: 1 | -1): number {
    const temperatures = this.getTemperatures();
    const index = lead * CELL_COUNT + cell;
    const mean = sign * ((temperatures.mean[index] ?? 0) - baseF);
    const sd = temperatures.sd[index] ?? 0;
    const open = temperatures.open[lead] ?? [];
    const far =
      open.length > 0 || sd === 0 ? 0 : findFarSide(temperatures, cell, lead, mean / sd, sign);
    if (far !== 0) return far > 0 ? sign * ((temperatures.whole[index] ?? 0) - baseF) : 0;
    let sum = 0;
    let rest = 1;
    for (const kind of temperatures.likelyKinds) {
      const probability = temperatures.unseen[kind * LEADS + lead] ?? 0;
      const kindIndex = kind * CELL_COUNT + cell;
      if (probability < WEIGHT_MIN || DIRECTIONS[kindIndex] === 0) continue;
      rest -= probability;
      for (let point = kindIndex * POINTS; point < (kindIndex + 1) * POINTS; point += 1) {
        sum +=
          probability *
          valueAt(POINT_WEIGHTS, point) *
          computeBeyond(mean + sign * valueAt(POINT_VALUES, point), sd, open, cell, sign);
      }
    }
    return sum + rest * computeBeyond(mean, sd, open, cell, sign);
  }

  private getTemperatures(): Temperatures {
    this.cachedTemperatures ??= this.computeTemperatures();
    return this.cachedTemperatures;
  }

  private getRidges(): ForecastSheet {
    this.cachedRidge ??= buildRidgeSheet(this.sources, this.state, this.news);
    return this.cachedRidge;
  }

  private getRain(): ForecastSheet {
    this.cachedRain ??= buildRainSheet(this.sources, this.state, this.news, this.getRidges());
    return this.cachedRain;
  }

  private computeTemperatures(): Temperatures {
    const { events } = this.state;
    const sheet = buildTemperatureSheet(this.sources, this.state, this.news, this.getRidges());
    const whole = sheet.mean.slice();
    let open: Temperatures['open'] = NONE_UNRESOLVED;
    for (const event of events) {
      if (!isRevealed(event.firstSeen, this.day, this.cycles)) continue;
      const isSettled = isRevealed(event.resolved, this.day, this.cycles);
      addEvent(whole, this.day, event, isSettled ? event.strength : EXPECTED_STRENGTH);
      if (isSettled) addEvent(sheet.mean, this.day, event, event.strength);
      else
        open = open.map((list, lead) =>
          isOn(event, this.day + lead) ? [...list, event.effectF] : list,
        );
    }
    const unseen = computeUnseenProbabilities(this.day, this.cycles, events);
    if (unseen.some((probability) => probability !== 0)) addUnseen(whole, unseen);
    const likelyKinds = KINDS.filter((kind) => isLikely(unseen, kind));
    return { mean: sheet.mean, sd: sheet.sd, whole, open, unseen, likelyKinds };
  }
}

const NONE_UNRESOLVED: Temperatures['open'] = Array.from({ length: LEADS }, () => []);

const isOn = (event: WeatherEvent, day: number): boolean =>
  day >= event.firstDay && day <= getLastDay(event);

function isLikely(unseen: readonly number[], kind: number): boolean {
  for (let lead = 0; lead < LEADS; lead += 1)
    if ((unseen[kind * LEADS + lead] ?? 0) >= WEIGHT_MIN) return true;
  return false;
}

function addEvent(sheet: number[], today: number, event: WeatherEvent, fraction: number): void {
  const until = Math.min(LEADS - 1, getLastDay(event) - today);
  for (let lead = Math.max(0, event.firstDay - today); lead <= until; lead += 1) {
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      sheet[row + cell] = (sheet[row + cell] ?? 0) + fraction * valueAt(event.effectF, cell);
  }
}

function addUnseen(whole: number[], unseen: readonly number[]): void {
  for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
    for (let lead = 0; lead < LEADS; lead += 1) {
      const probability = unseen[kind * LEADS + lead] ?? 0;
      if (probability === 0) continue;
      const row = lead * CELL_COUNT;
      for (let cell = 0; cell < CELL_COUNT; cell += 1)
        whole[row + cell] =
          (whole[row + cell] ?? 0) + probability * valueAt(MEANS_F, kind * CELL_COUNT + cell);
    }
  }
}

/**
 * Standard deviations beyond which the expected excess is linear, with an error below 1e-6 standard
 * deviations.
 */
const FAR_SD = 4.5;

/** 1 or -1 if the whole mixture is far above or below the base, else 0. */
function findFarSide(
  { unseen, likelyKinds }: Temperatures,
  cell: number,
  lead: number,
  z: number,
  sign: 1 | -1,
): -1 | 0 | 1 {
  if (z > -FAR_SD && z < FAR_SD) return 0;
  const side = z > 0 ? 1 : -1;
  for (const kind of likelyKinds) {
    if (
      (DIRECTIONS[kind * CELL_COUNT + cell] ?? 0) * sign * side < 0 &&
      (unseen[kind * LEADS + lead] ?? 0) >= WEIGHT_MIN
    )
      return 0;
  }
  return side;
}

/** E[max(0, X)] for normal X plus unresolved events, each at full or half strength. */
const computeBeyond = (
  mean: number,
  sd: number,
  open: readonly Float64Array[],
  cell: number,
  sign: 1 | -1,
): number =>
  open.length === 0
    ? computeExpectedPositive(mean, sd)
    : computeBeyondUnresolved(mean, sd, open, 0, cell, sign);

function computeBeyondUnresolved(
  mean: number,
  sd: number,
  open: readonly Float64Array[],
  from: number,
  cell: number,
  sign: 1 | -1,
): number {
  const effect = open[from];
  if (effect === undefined) return computeExpectedPositive(mean, sd);
  const shift = sign * valueAt(effect, cell);
  const full = computeBeyondUnresolved(mean + shift, sd, open, from + 1, cell, sign);
  return (
    CONFIRM_PROBABILITY * full +
    (1 - CONFIRM_PROBABILITY) *
      computeBeyondUnresolved(mean + BUST_STRENGTH * shift, sd, open, from + 1, cell, sign)
  );
}
