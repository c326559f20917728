// What is worked out from the weather of a market: once for all users, again only when something
// new is published.
import type { EpochMs } from '../../trading/domain/units';
import { WEATHER_CELLS } from '../../trading/weather/cell';
import { type WeatherHistory, weatherHistory } from '../../trading/weather/history';
import { type CellWeight, PLACES } from '../../trading/weather/places';
import { type CellsNow, type PlaceNow, cellsNow, placeNow } from '../../trading/weather/views';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { DAY_MS } from '../../trading/domain/time';

/** New publications are looked for at most this often. */
const LOOK_MS = 1000;

/**
 * What is known, as keys that change with it, and the moment from which the newest of it was known;
 * null before anything is.
 */
interface Known {
  readonly lookedMs: EpochMs;
  readonly readings: string;
  readonly runs: string;
  readonly warnings: string;
  readonly readingsMs: EpochMs | null;
  readonly runsMs: EpochMs | null;
  /** The UTC day of the newest reading. */
  readonly today: EpochMs;
}

export class WeatherBoard {
  private known: Known | null = null;
  private readonly made = new Map<string, { readonly key: string; readonly value: unknown }>();

  constructor(readonly desk: WeatherDesk) {}

  private look(): Known {
    const nowMs = this.desk.nowMs();
    if (this.known && nowMs >= this.known.lookedMs && nowMs - this.known.lookedMs < LOOK_MS)
      return this.known;
    const { weather } = this.desk;
    const readings = WEATHER_CELLS.flatMap((cell) => weather.latest(cell, nowMs) ?? []);
    const runs = WEATHER_CELLS.flatMap((cell) => weather.run(cell, nowMs) ?? []);
    const newest = (times: readonly EpochMs[]): EpochMs | null =>
      times.length > 0 ? Math.max(...times) : null;
    this.known = {
      lookedMs: nowMs,
      readings: readings.map(({ publishedMs }) => publishedMs).join(),
      runs: runs.map(({ publishedMs }) => publishedMs).join(),
      warnings: weather
        .warnings(nowMs)
        .map(({ id, phase, publishedMs }) => `${id} ${phase} ${publishedMs}`)
        .join(),
      readingsMs: newest(readings.map(({ publishedMs }) => publishedMs)),
      runsMs: newest(runs.map(({ publishedMs }) => publishedMs)),
      today:
        Math.floor((newest(readings.map(({ validMs }) => validMs)) ?? nowMs) / DAY_MS) * DAY_MS,
    };
    return this.known;
  }

  /** The value of a name as long as its key is the same, else a new one. */
  perValue<T>(name: string, key: string, make: () => T): T {
    const kept = this.made.get(name);
    if (kept?.key === key) return kept.value as T;
    const value = make();
    this.made.set(name, { key, value });
    return value;
  }

  get nowMs(): EpochMs {
    return this.desk.nowMs();
  }

  /** When the newest of what is known was published. */
  get readingsMs(): EpochMs | null {
    return this.look().readingsMs;
  }

  get runsMs(): EpochMs | null {
    return this.look().runsMs;
  }

  /** The UTC day that the newest reading is of. */
  get today(): EpochMs {
    return this.look().today;
  }

  /** Made again when a reading comes. */
  perReading<T>(name: string, make: () => T): T {
    return this.perValue(name, this.look().readings, make);
  }

  /** Made again when a UTC day is over and its last hour is published. */
  perDay<T>(name: string, make: () => T): T {
    return this.perValue(name, String(this.look().today), make);
  }

  /** Made again when a forecast run comes or a day is over. */
  perRun<T>(name: string, make: () => T): T {
    const { runs, today } = this.look();
    return this.perValue(name, `${runs} ${today}`, make);
  }

  /** Made again when a reading, a run or a warning comes. */
  perNews<T>(name: string, make: () => T): T {
    const { readings, runs, warnings } = this.look();
    return this.perValue(name, `${readings} ${runs} ${warnings}`, make);
  }

  history(): WeatherHistory {
    return this.perDay('history', () => weatherHistory(this.desk.weather, this.nowMs));
  }

  private cells(): CellsNow {
    const history = this.history();
    return this.perReading('cells', () =>
      cellsNow(this.desk.weather, this.nowMs, (cell) => history.cell(cell).normals),
    );
  }

  placeNow(cells: readonly CellWeight[]): PlaceNow | null {
    return placeNow(cells, this.cells());
  }

  /** The places whose readings are told, in their order. */
  readonly places = PLACES;
}

const boards = new WeakMap<WeatherDesk, WeatherBoard>();

/** The board of a weather desk: the same for the same desk. */
export function getBoard(desk: WeatherDesk): WeatherBoard {
  const known = boards.get(desk) ?? new WeatherBoard(desk);
  boards.set(desk, known);
  return known;
}
