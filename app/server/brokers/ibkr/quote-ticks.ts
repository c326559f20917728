// Figures and errors of market data, by the numbers of the gateway's protocol.
import { SECOND_MS } from '../../../trading/domain/time';
import type {
  LineFigure,
  LineType,
  PriceFigure,
} from '../../../trading/market/sources/ibkr/quote-line';

/** Errors name one number only, so lines of quotes are numbered far above all orders. */
export const FIRST_LINE_ID = 1_000_000_000;

/** Types of market data: what the gateway is asked for, and what it announces for a contract. */
export const DELAYED_DATA = 3;
const LINE_TYPES: Readonly<Record<number, LineType>> = {
  1: 'live',
  2: 'frozen',
  [DELAYED_DATA]: 'delayed',
  4: 'delayed frozen',
};

/** Numbers of the figures: live, and delayed. Sizes, highs, lows and closes are left out. */
const PRICE_TICKS: Readonly<Record<number, Pick<PriceFigure, 'kind' | 'isDelayed'>>> = {
  1: { kind: 'bid', isDelayed: false },
  2: { kind: 'ask', isDelayed: false },
  4: { kind: 'last', isDelayed: false },
  66: { kind: 'bid', isDelayed: true },
  67: { kind: 'ask', isDelayed: true },
  68: { kind: 'last', isDelayed: true },
};
/** Time of the last trade in seconds. */
const LIVE_TIME = 45;
const DELAYED_TIME = 88;
/** The gateway sends it where a side has no price. */
const NO_PRICE = -1;

/** Null for a figure that no quote needs. */
export function readPriceTick(tickType: number, price: number): LineFigure | null {
  const tick = PRICE_TICKS[tickType];
  if (tick === undefined || !Number.isFinite(price)) return null;
  return { ...tick, price: price === NO_PRICE ? null : price };
}

/** Null for another text than a time. */
export function readTextTick(tickType: number, text: string): LineFigure | null {
  const seconds = Number(text);
  if (tickType !== LIVE_TIME && tickType !== DELAYED_TIME) return null;
  if (!Number.isInteger(seconds) || seconds <= 0) return null;
  return { kind: 'traded', atMs: seconds * SECOND_MS, isDelayed: tickType === DELAYED_TIME };
}

export function readLineType(type: number): LineFigure | null {
  const found = LINE_TYPES[type];
  return found === undefined ? null : { kind: 'type', type: found };
}

/** No more lines of quotes are free. */
export const LINES_USED_UP = 101;
/** The line that is ended is not there any more. */
export const NO_SUCH_LINE = 300;
/** After the last two, figures may still arrive. */
const LINE_FAULTS: Readonly<Record<number, string>> = {
  [LINES_USED_UP]: 'all lines of quotes that the account has are in use',
  200: 'the broker lists no such contract',
  354: 'the account has no permission for its quotes, not even delayed ones',
  10089: 'its quotes need a subscription of the account',
  10168: 'delayed quotes are switched off in the gateway',
  10197: 'another program uses the quotes of the account',
  10090: 'the account may receive a part of its quotes only',
  10167: 'it is not subscribed, and its delayed quotes have not arrived yet',
};

/** Why a contract has no quote, as a clause. */
export const explainLineFault = (code: number, text: string): string =>
  LINE_FAULTS[code] ?? `the gateway answers with error ${code}: ${text}`;
