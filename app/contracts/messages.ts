// Shapes that the server hands to pages, programs and sockets: the same object wherever the same
// thing is told.
import type { DeskFieldsSchema, PositionDto } from './api/book';
import type { Infer } from './api/shape';

export interface ToastMessage {
  readonly title: string;
  readonly description: string;
  readonly variant: 'default' | 'destructive' | 'success' | 'trade';
}

/** A toast as it is shown: its id tells a new one from the one that is on the screen already. */
export interface ShownToast extends ToastMessage {
  readonly id: string;
}

/** Whether the desk takes orders and its prices come in; why not, in a sentence. */
export interface StandingDto {
  readonly word: 'Online' | 'Degraded';
  readonly reason: string;
}

/** What every screen says above everything else: `alert` interrupts, `status` does not. */
export interface ShellAlert {
  readonly kind: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
}

/** One line of the status strip: what it is about, a word, and more when asked. */
export interface HealthItem {
  readonly name: string;
  readonly word: string;
  readonly detail: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
}

/**
 * All live figures of a screen at one sequence number: what a loader answers, and what a socket
 * brings up to date.
 */
export interface DeskDto extends Infer<typeof DeskFieldsSchema> {
  readonly asOfSeq: number;
  /** Active ones and the last day's closed ones, newest first. */
  readonly positions: readonly PositionDto[];
}

/** A notification about the present, which is not stored. */
export interface NewsDto {
  readonly kind: 'move' | 'weather';
  readonly at: string;
  readonly title: string;
  readonly description: string;
}

/** An entry of the notification log of a user. */
export interface NoticeDto {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'command' | 'refusal' | 'fill' | 'protection' | 'desk';
  readonly title: string;
  readonly description: string;
  readonly variant: ToastMessage['variant'];
}
