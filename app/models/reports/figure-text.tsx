/** Formats of report figures by kind. */
import type { ReactNode } from 'react';
import {
  MINUS,
  NON_BREAKING_FIGURE,
  formatAge,
  formatCount,
  formatNumber,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { toMills } from '../../trading/domain/units';
import type { FigureKind, OrReason } from './report-model';

const FORMATTERS: Readonly<Record<FigureKind, (value: number) => string>> = {
  money: (value) => formatMoney(toMills(Math.round(value))),
  'signed-money': (value) => formatSignedMoney(toMills(Math.round(value))),
  percent: (value) => formatPercent(value),
  'signed-percent': (value) => formatSignedPercent(value),
  ratio: (value) => formatNumber(value, 2),
  probability: (value) => formatNumber(value, 3),
  'basis-points': (value) => `${formatSignedNumber(value, 1)} bp`,
  duration: (value) => formatAge(value),
  days: (value) => `${formatNumber(value, 1)} d`,
  count: (value) => formatCount(value),
};

const NOT_FINITE = 'not a finite number';

/** Treats a non-finite number as missing. */
const requireFinite = (figure: OrReason<number>): OrReason<number> =>
  figure.value === null || Number.isFinite(figure.value)
    ? figure
    : { value: null, reason: NOT_FINITE };

const formatFigure = (kind: FigureKind, value: number): string =>
  Number.isFinite(value) ? FORMATTERS[kind](value) : formatPercent(null);

const TONES: Readonly<Record<string, string>> = { '+': 'up', [MINUS]: 'down' };

/** Colored by its displayed sign, so that zero has no color. Never breaks across lines. */
export const Signed = ({ children }: { children: string }) => (
  <span className={`figure ${TONES[children.charAt(0)] ?? 'flat'}`}>{children}</span>
);

export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className="figure">{children}</span>
);

export const NotAvailable = ({ reason }: { reason: string }) => (
  <>
    N/A<span className="reason">{reason}</span>
  </>
);

/** The value, or N/A with the reason. */
export function FigureCell({ kind, given }: { kind: FigureKind; given: OrReason<number> }) {
  const figure = requireFinite(given);
  if (figure.value === null) return <NotAvailable reason={figure.reason} />;
  const text = formatFigure(kind, figure.value);
  return kind.startsWith('signed') ? <Signed>{text}</Signed> : <Unbroken>{text}</Unbroken>;
}

/** A sentence without line breaks inside figures and times. */
export const Sentence = ({ children }: { children: string }) => (
  <>
    {children
      .split(NON_BREAKING_FIGURE)
      .map((part, index) => (index % 2 === 0 ? part : <Unbroken key={index}>{part}</Unbroken>))}
  </>
);
