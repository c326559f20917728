// What the dashboard shows, as texts that need no more than a place.
export type Tone = 'up' | 'down' | 'flat';

export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone: Tone;
}

export interface CommodityFigures {
  readonly key: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly positions: number;
  readonly value: string;
  readonly pnl: string;
  readonly tone: Tone;
}

export interface PositionFigures {
  readonly id: string;
  readonly name: string;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly size: string;
  readonly entry: string;
  readonly current: string;
  readonly pnl: string;
  readonly percent: string;
  readonly tone: Tone;
  readonly opened: { readonly iso: string; readonly text: string };
}

export interface DashboardFigures {
  readonly mode: 'simulation' | 'paper' | 'live';
  readonly market: string;
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly asOf: { readonly seq: string; readonly iso: string; readonly text: string };
  readonly tiles: readonly Tile[];
  readonly commodities: readonly CommodityFigures[];
  readonly positions: readonly PositionFigures[];
}

export interface Failure {
  readonly title: string;
  readonly message: string;
}
