/** How the figures of a report are written: each kind by the one formatter of the house. */
import type { ReactNode } from 'react';
import {
  MINUS,
  UNBROKEN_FIGURE,
  formatAge,
  formatCount,
  decimalNumber,
  formatMoney,
  formatPercent,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { toMills } from '../../trading/domain/units';
import type { FigureKind, OrReason } from './model';

const WRITTEN: Readonly<Record<FigureKind, (value: number) => string>> = {
  money: (value) => formatMoney(toMills(Math.round(value))),
  'signed-money': (value) => signedMoney(toMills(Math.round(value))),
  percent: (value) => formatPercent(value),
  'signed-percent': (value) => signedPercent(value),
  ratio: (value) => decimalNumber(value, 2),
  probability: (value) => decimalNumber(value, 3),
  duration: (value) => formatAge(value),
  days: (value) => `${decimalNumber(value, 1)} d`,
  count: (value) => formatCount(value),
};

const NOT_FINITE = 'it came to no finite number';

/** A figure that is no finite number is none: it is told like a missing one. */
const settled = (figure: OrReason<number>): OrReason<number> =>
  figure.value === null || Number.isFinite(figure.value)
    ? figure
    : { value: null, reason: NOT_FINITE };

/** The text of a figure that is there. */
const figureText = (kind: FigureKind, value: number): string =>
  Number.isFinite(value) ? WRITTEN[kind](value) : formatPercent(null);

const TONES: Readonly<Record<string, string>> = { '+': 'up', [MINUS]: 'down' };

/**
 * A signed text with the color of its own sign, so that what rounds to zero has neither. Its figures
 * never break over two lines.
 */
export const Signed = ({ children }: { children: string }) => (
  <span className={`figure ${TONES[children.charAt(0)] ?? 'flat'}`}>{children}</span>
);

/** A figure that never breaks over two lines. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className="figure">{children}</span>
);

export const NotAvailable = ({ reason }: { reason: string }) => (
  <>
    N/A<span className="reason">{reason}</span>
  </>
);

/** A figure in a cell: its text, or N/A with the reason below it. */
export function FigureCell({ kind, given }: { kind: FigureKind; given: OrReason<number> }) {
  const figure = settled(given);
  if (figure.value === null) return <NotAvailable reason={figure.reason} />;
  const text = figureText(kind, figure.value);
  return kind.startsWith('signed') ? <Signed>{text}</Signed> : <Unbroken>{text}</Unbroken>;
}

/** A sentence in which no line breaks inside a figure or a moment. */
export const Sentence = ({ children }: { children: string }) => (
  <>
    {children
      .split(UNBROKEN_FIGURE)
      .map((part, place) => (place % 2 === 0 ? part : <Unbroken key={place}>{part}</Unbroken>))}
  </>
);
