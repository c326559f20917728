// Types shared by pages, API and sockets.
import type { DeskFieldsSchema, PositionDto } from './api/book';
import type { Infer } from './api/shape';

export interface ToastMessage {
  readonly title: string;
  readonly description: string;
  readonly variant: 'default' | 'destructive' | 'success' | 'trade';
}

/** A displayed toast; the id distinguishes repeated messages. */
export interface ShownToast extends ToastMessage {
  readonly id: string;
  /** Set where an alert of the page announces the same text already. */
  readonly isSilent?: boolean;
}

/** Whether commands are stored and prices arrive; the reason if not. */
export interface TradingStatusDto {
  readonly word: 'Online' | 'Degraded';
  readonly reason: string;
}

/** Banner on every screen; `alert` interrupts screen readers, `status` does not. */
export interface ShellAlert {
  readonly kind: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
  /** Actions offered in the banner, in order. */
  readonly ways: readonly AlertWay[];
}

/** CLOSE ALL and re-arm ask for confirmation; RUN ALL starts at once. */
export type AlertWay = 'close-all' | 'run-all' | 'rearm';

/** Origin of prices or weather data: simulated, replayed, current, or delayed. */
export interface DataAge {
  readonly word: string;
  readonly isLive: boolean;
}

/** One item of the status strip: name, state, and detail on demand. */
export interface HealthItem {
  readonly name: string;
  readonly word: string;
  readonly detail: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
}

/** All live figures of an account at one sequence number. */
export interface DeskDto extends Infer<typeof DeskFieldsSchema> {
  readonly asOfSeq: number;
  /** Open positions and those closed within 24 hours, newest first. */
  readonly positions: readonly PositionDto[];
}

/** A current alert; not stored. */
export interface NewsDto {
  readonly kind: 'move' | 'weather';
  readonly at: string;
  readonly title: string;
  readonly description: string;
}

/** One entry of a user's notification log. */
export interface NoticeDto {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'command' | 'refusal' | 'fill' | 'protection' | 'desk';
  readonly title: string;
  readonly description: string;
  readonly variant: ToastMessage['variant'];
}

/** Filters of the notification log, in the order of their chips; without one all are shown. */
export const NOTICE_FILTERS = ['fills', 'refusals', 'risk', 'weather', 'mine'] as const;
export type NoticeFilter = (typeof NOTICE_FILTERS)[number];
