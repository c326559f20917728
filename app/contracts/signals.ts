import type { SignalDto } from './api/signals';

export interface SignalsDto {
  readonly rows: readonly SignalDto[];
  /** Why there are no signals or no newer ones, or what limits them; null otherwise. */
  readonly reason: string | null;
  /** Number of networks. */
  readonly networks: number;
}
