// Builds the rows of all requested networks in one pass over a simulated path, day by day.
import {
  type NetworkId,
  type NetworkSpec,
  computeRawFeatures,
} from '../../trading/networks/network-spec';
import { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import {
  computeCropDay,
  clampLoss,
  computeAccruedLoss,
} from '../../trading/networks/features/crop-year';
import { getNetworkSpec } from '../../trading/networks/registry';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { createWorld } from '../../trading/simulation/world';
import { RowSink } from './row-sink';
import { COMMON_NOTES, type Rows } from './rows';
import { SAMPLERS, isPowerSubject, listSubjects } from './samplers';
import { PublicDataView } from '../../server/signals/public-data-view.server';
import { POWER_WARM_UP_DAYS, POWER_YEARS, WARM_UP_DAYS, YEAR_DAYS } from './worlds';

export interface WorldRowsRequest {
  readonly seed: string;
  readonly years: number;
  readonly nets: readonly NetworkId[];
  readonly isEfficient?: boolean;
}

export type WorldRows = Partial<Record<NetworkId, Rows>>;

/** Deterministic: the same request gives bit-identical rows. */
export function simulateRows(
  { seed, years, nets, isEfficient = false }: WorldRowsRequest,
  onDay?: (done: number, total: number) => void,
): WorldRows {
  const world = createWorld({ seed, alpha: { efficient: isEfficient } });
  const days = Math.round(years * YEAR_DAYS);
  const hasPower = nets.some((id) =>
    getNetworkSpec(id).subjects.some((subject) => isPowerSubject(id, subject)),
  );
  const powerUntil = hasPower ? Math.min(days, Math.round(POWER_YEARS * YEAR_DAYS)) : 0;
  const dataView = new PublicDataView(world, powerUntil);
  const collectors = nets.map((id) => new RowCollector(getNetworkSpec(id), dataView, days));
  for (let day = 1; day < days; day += 1) {
    dataView.addDay(day);
    const views = new Map<number, PointInTimeView>();
    for (const collector of collectors)
      if (day >= collector.fromDay) collector.sample(day, powerUntil, views);
    onDay?.(day, days);
  }
  return Object.fromEntries(
    collectors.map((collector) => [collector.spec.id, collector.sink.toRows()]),
  );
}

class RowCollector {
  readonly sink: RowSink;
  readonly fromDay: number;
  /** Rows that wait for their harvest, by crop. */
  private readonly open = new Map<string, number[]>();

  /** Simulation ends before midnight of `untilDay`. */
  constructor(
    readonly spec: NetworkSpec,
    private readonly dataView: PublicDataView,
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
    const view = views.get(atMs) ?? new PointInTimeView(this.dataView, getDayStartMs(day) + atMs);
    views.set(atMs, view);
    for (const subject of listSubjects(this.spec.id, day)) {
      if (isPowerSubject(this.spec.id, subject) && day >= powerUntil) continue;
      this.add(view, subject, day);
    }
    if (this.spec.id === 'CropNet') this.labelHarvests(view);
  }

  private add(view: PointInTimeView, subject: string, day: number): void {
    const isCrop = this.spec.id === 'CropNet';
    if (isCrop && !this.hasOutcome(view, subject, day)) return;
    const label = SAMPLERS[this.spec.id].buildLabel(this.dataView, view, subject, day);
    if (!label) return;
    const row = this.sink.add(computeRawFeatures(this.spec, view, subject), label.y, [
      this.spec.subjects.indexOf(subject),
      day,
      ...label.note,
    ]);
    if (isCrop) this.open.set(subject, [...(this.open.get(subject) ?? []), row]);
  }

  /**
   * Whether the harvest lies within the simulation and its loss is defined; in the first year it is
   * not.
   */
  private hasOutcome(view: PointInTimeView, crop: string, day: number): boolean {
    const daysLeft = Math.ceil(LAST_DAY - computeCropDay(crop, view.stampMs));
    return day + daysLeft < this.untilDay && !Number.isNaN(computeAccruedLoss(view, crop));
  }

  /** Labels the waiting rows of crops that reach their last day. */
  private labelHarvests(view: PointInTimeView): void {
    for (const [crop, rows] of this.open) {
      if (computeCropDay(crop, view.stampMs) < LAST_DAY) continue;
      const loss = clampLoss(computeAccruedLoss(view, crop));
      for (const row of rows) this.sink.setTarget(row, 0, TENTHS * loss);
      this.open.delete(crop);
    }
  }
}

/** Crop-year day that counts as the harvest. */
const LAST_DAY = YEAR_DAYS - 1;
/** Losses are in tenths of the yield. */
const TENTHS = 10;
