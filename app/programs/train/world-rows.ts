// Datasets of one world: one walk from midnight to midnight makes the rows of all networks that are
// asked for.
import { type NetworkId, type NetworkSpec, rawFeatures } from '../../trading/networks/network-spec';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import { daysIntoCrop, heldLoss, accruedLoss } from '../../trading/networks/features/crop-year';
import { networkSpec } from '../../trading/networks/registry';
import { dayStartMs } from '../../trading/simulation/calendar';
import { createWorld } from '../../trading/simulation/world';
import { COMMON_NOTES, RowSink, type Rows } from './row-sink';
import { SAMPLERS, isPowerSubject, subjectsOn } from './samplers';
import { WorldPast } from '../../server/signals/public-data-view.server';
import { POWER_WARM_UP_DAYS, POWER_YEARS, WARM_UP_DAYS, YEAR_DAYS } from './worlds';

export interface WorldRowsRequest {
  readonly seed: string;
  readonly years: number;
  readonly nets: readonly NetworkId[];
  readonly isEfficient?: boolean;
}

export type WorldRows = Partial<Record<NetworkId, Rows>>;

/** Rows of the networks from a world. The same request gives the same bits. */
export function worldRows(
  { seed, years, nets, isEfficient = false }: WorldRowsRequest,
  onDay?: (done: number, total: number) => void,
): WorldRows {
  const world = createWorld({ seed, alpha: { efficient: isEfficient } });
  const days = Math.round(years * YEAR_DAYS);
  const hasPower = nets.some((id) => id === 'PowerNet' || id === 'VolNet');
  const powerUntil = hasPower ? Math.min(days, Math.round(POWER_YEARS * YEAR_DAYS)) : 0;
  const past = new WorldPast(world, powerUntil);
  const makers = nets.map((id) => new NetRows(networkSpec(id), past, days));
  for (let day = 1; day < days; day += 1) {
    past.advance(day);
    const views = new Map<number, PointInTimeView>();
    for (const maker of makers) if (day >= maker.fromDay) maker.sample(day, powerUntil, views);
    onDay?.(day, days);
  }
  return Object.fromEntries(makers.map((maker) => [maker.spec.id, maker.sink.toRows()]));
}

class NetRows {
  readonly sink: RowSink;
  readonly fromDay: number;
  /** Rows of the crop that stands, by crop. */
  private readonly open = new Map<string, number[]>();

  /** The walk ends before the midnight of `untilDay`. */
  constructor(
    readonly spec: NetworkSpec,
    private readonly past: WorldPast,
    private readonly untilDay: number,
  ) {
    this.sink = new RowSink(
      spec.features.length,
      spec.targets.length,
      COMMON_NOTES + SAMPLERS[spec.id].notes.length,
    );
    this.fromDay = spec.id === 'PowerNet' ? POWER_WARM_UP_DAYS : WARM_UP_DAYS;
  }

  sample(day: number, powerUntil: number, views: Map<number, PointInTimeView>): void {
    const { atMs } = SAMPLERS[this.spec.id];
    const view = views.get(atMs) ?? new PointInTimeView(this.past, dayStartMs(day) + atMs);
    views.set(atMs, view);
    for (const subject of subjectsOn(this.spec.id, day)) {
      if (isPowerSubject(this.spec.id, subject) && day >= powerUntil) continue;
      this.add(view, subject, day);
    }
    if (this.spec.id === 'CropNet') this.harvest(view);
  }

  private add(view: PointInTimeView, subject: string, day: number): void {
    const isCrop = this.spec.id === 'CropNet';
    if (isCrop && !this.willBeTold(view, subject, day)) return;
    const labelled = SAMPLERS[this.spec.id].label(this.past, view, subject, day);
    if (!labelled) return;
    const row = this.sink.add(rawFeatures(this.spec, view, subject), labelled.y, [
      this.spec.subjects.indexOf(subject),
      day,
      ...labelled.note,
    ]);
    if (isCrop) this.open.set(subject, [...(this.open.get(subject) ?? []), row]);
  }

  /**
   * Whether the crop's harvest comes before the walk ends, and can be told: that of the year in
   * which the record begins cannot.
   */
  private willBeTold(view: PointInTimeView, crop: string, day: number): boolean {
    const left = Math.ceil(LAST_DAY - daysIntoCrop(crop, view.stampMs));
    return day + left < this.untilDay && !Number.isNaN(accruedLoss(view, crop));
  }

  /** Fills the labels of crops whose last day is about to be over. */
  private harvest(view: PointInTimeView): void {
    for (const [crop, rows] of this.open) {
      if (daysIntoCrop(crop, view.stampMs) < LAST_DAY) continue;
      const loss = heldLoss(accruedLoss(view, crop));
      for (const row of rows) this.sink.setTarget(row, 0, TENTHS * loss);
      this.open.delete(crop);
    }
  }
}

/** Days into a crop's year from which its last one runs. */
const LAST_DAY = YEAR_DAYS - 1;
/** Losses are told in tenths of the yield. */
const TENTHS = 10;
