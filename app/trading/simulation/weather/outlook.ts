/**
 * What the market knows of the coming weather: sheets of normals with events as a mixture on top.
 */
import type { Outlook, StormThreat } from '../parts';
import { CELL_COUNT, seasonRow } from './climate';
import {
  BUST_STRENGTH,
  CONFIRM_CHANCE,
  EVENT_KINDS,
  EXPECTED_STRENGTH,
  type WeatherEvent,
  isRevealed,
} from './event';
import { DEPARTURES, LEADS, unseenChances } from './hazard';
import { positivePart } from './hinge';
import { at } from './numbers';
import { computeShifts } from './planted';
import { expectedRain, rainChance } from './rain';
import {
  type CycleNews,
  type Sheet,
  rainSheet,
  ridgeSheet,
  temperatureSheet,
  windSheet,
} from './sheet';
import { soilDeparture } from './soil';
import { AT, type Sources, type WeatherState, getLastDay } from './state';
import { threatAt } from './storm';

/**
 * Mixture components of less weight than this are left out of expected degrees; the mean has them
 * all.
 */
const WEIGHT_MIN = 1e-3;

/**
 * The departures of unseen events as tables by kind and cell: futures read them hundreds of times a
 * day.
 */
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
  readonly chance: number;
}

/** An outlook with what a forecast service needs beside. */
export interface ServiceOutlook extends Outlook {
  /**
   * Standard deviation of the daily mean about `meanF`, without events that are not in sight, deg
   * F.
   */
  sdF(cell: number, lead: number): number;
  /**
   * Expected rain and the chance of more than some inches, by someone whose latent mean errs by so
   * many deviations.
   */
  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast;
}

interface Temperatures extends Sheet {
  /** `mean` with events weighted by their chance. */
  readonly whole: number[];
  /** Events in sight and not settled, by lead: departure at full strength by cell. */
  readonly open: readonly (readonly Float64Array[])[];
  readonly unseen: readonly number[];
  /** The kinds of which an unseen event weighs something on one of the days. */
  readonly feared: readonly number[];
}

/**
 * An outlook from a state and what cycles of its day revealed. Its sheets are made when they are
 * first asked for.
 */
export class StateOutlook implements ServiceOutlook {
  readonly day: number;
  readonly cycles: number;
  readonly nino: number;
  private madeTemperatures: Temperatures | null = null;
  private madeRidge: Sheet | null = null;
  private madeRain: Sheet | null = null;
  private madeWind: Sheet | null = null;
  private madeStorms: readonly StormThreat[] | null = null;

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
    return this.temperatures().whole[lead * CELL_COUNT + cell] ?? 0;
  }

  sdF(cell: number, lead: number): number {
    return this.temperatures().sd[lead * CELL_COUNT + cell] ?? 0;
  }

  expectedAboveF(cell: number, lead: number, baseF: number): number {
    return this.expectedBeyond(cell, lead, baseF, 1);
  }

  expectedBelowF(cell: number, lead: number, baseF: number): number {
    return this.expectedBeyond(cell, lead, baseF, -1);
  }

  rainInches(cell: number, lead: number): number {
    const { mean, sd } = this.rain();
    const index = lead * CELL_COUNT + cell;
    return this.withRain(lead, expectedRain(cell, mean[index] ?? 0, sd[index] ?? 0));
  }

  rainBy(cell: number, lead: number, inches: number, error: number): RainForecast {
    const index = lead * CELL_COUNT + cell;
    const sd = this.rain().sd[index] ?? 0;
    const mean = (this.rain().mean[index] ?? 0) + error * sd;
    return {
      inches: this.withRain(lead, expectedRain(cell, mean, sd)),
      chance: rainChance(cell, mean, sd, Math.max(0, inches - this.withRain(lead, 0))),
    };
  }

  /** With the rain that was planted and is known. */
  private withRain(lead: number, inches: number): number {
    const shift = computeShifts(
      this.sources.planted.shifts,
      this.day + lead,
      this.day,
      this.cycles,
    );
    return shift === null ? inches : Math.max(0, inches + shift.rain);
  }

  windMph(cell: number, lead: number): number {
    this.madeWind ??= windSheet(this.sources, this.state, this.news);
    return this.madeWind.mean[lead * CELL_COUNT + cell] ?? 0;
  }

  ridge(cell: number, lead: number): number {
    return this.ridges().mean[lead * CELL_COUNT + cell] ?? 0;
  }

  soil(cell: number): number {
    return soilDeparture(this.state.values[AT.soil + cell] ?? 0, seasonRow(this.day), cell);
  }

  get storms(): readonly StormThreat[] {
    this.madeStorms ??= this.state.storms.length === 0 ? [] : this.threats(this.day);
    return this.madeStorms;
  }

  /** Threats in sight with a landfall on `fromDay` or later. */
  threats(fromDay: number): readonly StormThreat[] {
    return this.state.storms.flatMap((storm) => {
      const threat = storm.landfallDay < fromDay ? null : threatAt(storm, this.day, this.cycles);
      return threat ? [threat] : [];
    });
  }

  private expectedBeyond(cell: number, lead: number, baseF: number, sign: 1 | -1): number {
    const made = this.temperatures();
    const index = lead * CELL_COUNT + cell;
    const mean = sign * ((made.mean[index] ?? 0) - baseF);
    const sd = made.sd[index] ?? 0;
    const open = made.open[lead] ?? [];
    const far = open.length > 0 || sd === 0 ? 0 : farSide(made, cell, lead, mean / sd, sign);
    if (far !== 0) return far > 0 ? sign * ((made.whole[index] ?? 0) - baseF) : 0;
    let sum = 0;
    let rest = 1;
    for (const kind of made.feared) {
      const chance = made.unseen[kind * LEADS + lead] ?? 0;
      const place = kind * CELL_COUNT + cell;
      if (chance < WEIGHT_MIN || DIRECTIONS[place] === 0) continue;
      rest -= chance;
      for (let point = place * POINTS; point < (place + 1) * POINTS; point += 1) {
        sum +=
          chance *
          at(POINT_WEIGHTS, point) *
          computeBeyond(mean + sign * at(POINT_VALUES, point), sd, open, cell, sign);
      }
    }
    return sum + rest * computeBeyond(mean, sd, open, cell, sign);
  }

  private temperatures(): Temperatures {
    this.madeTemperatures ??= this.makeTemperatures();
    return this.madeTemperatures;
  }

  private ridges(): Sheet {
    this.madeRidge ??= ridgeSheet(this.sources, this.state, this.news);
    return this.madeRidge;
  }

  private rain(): Sheet {
    this.madeRain ??= rainSheet(this.sources, this.state, this.news, this.ridges());
    return this.madeRain;
  }

  private makeTemperatures(): Temperatures {
    const { events } = this.state;
    const sheet = temperatureSheet(this.sources, this.state, this.news, this.ridges());
    const whole = sheet.mean.slice();
    let open: Temperatures['open'] = NONE_OPEN;
    for (const event of events) {
      if (!isRevealed(event.sighted, this.day, this.cycles)) continue;
      const isSettled = isRevealed(event.settled, this.day, this.cycles);
      addEvent(whole, this.day, event, isSettled ? event.strength : EXPECTED_STRENGTH);
      if (isSettled) addEvent(sheet.mean, this.day, event, event.strength);
      else
        open = open.map((list, lead) =>
          isOn(event, this.day + lead) ? [...list, event.effectF] : list,
        );
    }
    const unseen = unseenChances(this.day, this.cycles, events);
    if (unseen.some((chance) => chance !== 0)) addUnseen(whole, unseen);
    const feared = KINDS.filter((kind) => isFeared(unseen, kind));
    return { mean: sheet.mean, sd: sheet.sd, whole, open, unseen, feared };
  }
}

const NONE_OPEN: Temperatures['open'] = Array.from({ length: LEADS }, () => []);

const isOn = (event: WeatherEvent, day: number): boolean =>
  day >= event.firstDay && day <= getLastDay(event);

function isFeared(unseen: readonly number[], kind: number): boolean {
  for (let lead = 0; lead < LEADS; lead += 1)
    if ((unseen[kind * LEADS + lead] ?? 0) >= WEIGHT_MIN) return true;
  return false;
}

function addEvent(sheet: number[], today: number, event: WeatherEvent, share: number): void {
  const until = Math.min(LEADS - 1, getLastDay(event) - today);
  for (let lead = Math.max(0, event.firstDay - today); lead <= until; lead += 1) {
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      sheet[row + cell] = (sheet[row + cell] ?? 0) + share * at(event.effectF, cell);
  }
}

function addUnseen(whole: number[], unseen: readonly number[]): void {
  for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
    for (let lead = 0; lead < LEADS; lead += 1) {
      const chance = unseen[kind * LEADS + lead] ?? 0;
      if (chance === 0) continue;
      const row = lead * CELL_COUNT;
      for (let cell = 0; cell < CELL_COUNT; cell += 1)
        whole[row + cell] =
          (whole[row + cell] ?? 0) + chance * at(MEANS_F, kind * CELL_COUNT + cell);
    }
  }
}

/**
 * Deviations from the base beyond which the curve is straight: what is left out is below 1e-6
 * deviations.
 */
const FAR = 4.5;

/**
 * 1 or -1 where all of the mixture lies far above or below the base, 0 where it has to be weighed.
 */
function farSide(
  { unseen, feared }: Temperatures,
  cell: number,
  lead: number,
  z: number,
  sign: 1 | -1,
): -1 | 0 | 1 {
  if (z > -FAR && z < FAR) return 0;
  const side = z > 0 ? 1 : -1;
  for (const kind of feared) {
    if (
      (DIRECTIONS[kind * CELL_COUNT + cell] ?? 0) * sign * side < 0 &&
      (unseen[kind * LEADS + lead] ?? 0) >= WEIGHT_MIN
    )
      return 0;
  }
  return side;
}

/**
 * E[max(0, X)] where X is normal but for open events, each of which comes in full or at half its
 * strength.
 */
const computeBeyond = (
  mean: number,
  sd: number,
  open: readonly Float64Array[],
  cell: number,
  sign: 1 | -1,
): number =>
  open.length === 0 ? positivePart(mean, sd) : beyondOpen(mean, sd, open, 0, cell, sign);

function beyondOpen(
  mean: number,
  sd: number,
  open: readonly Float64Array[],
  from: number,
  cell: number,
  sign: 1 | -1,
): number {
  const effect = open[from];
  if (effect === undefined) return positivePart(mean, sd);
  const shift = sign * at(effect, cell);
  const full = beyondOpen(mean + shift, sd, open, from + 1, cell, sign);
  return (
    CONFIRM_CHANCE * full +
    (1 - CONFIRM_CHANCE) * beyondOpen(mean + BUST_STRENGTH * shift, sd, open, from + 1, cell, sign)
  );
}
