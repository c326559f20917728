// A correlation as words: the same on the server and in the browser.

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  decimalNumber,
  formatPercent,
  signedNumber,
  capitalizeFirst,
} from '../../trading/domain/format';
import type { CorrelationDto } from '../../contracts/api/weather';

const STRONG_ABOVE = 0.5;

interface CorrelationTexts {
  /** Signed, three decimals. */
  readonly strength: string;
  readonly word: 'Strong' | 'Moderate' | null;
  readonly direction: 'higher' | 'lower' | null;
  readonly sentence: string;
  readonly sample: string;
  readonly significance: string;
}

/** A price's name within a sentence: `electricity`, `natural gas`. */
const priceName = ({ commodity }: Pick<CorrelationDto, 'commodity'>): string =>
  COMMODITIES[commodity].displayName.replace(/ Futures$/, '').toLowerCase();

/** Strong above 0.5 in size, otherwise Moderate; the sign says the direction. */
export function correlationTexts(row: CorrelationDto): CorrelationTexts {
  const sample =
    row.n === 0
      ? 'No common days'
      : `${decimalNumber(row.n, 0)} days${row.lagDays === null ? '' : row.lagDays === 0 ? ', same day' : `, weather ${row.lagDays} d ahead`}`;
  if (row.correlationStrength === null) {
    return {
      strength: MISSING,
      word: null,
      direction: null,
      sentence: 'No data: fewer than 30 common days of weather and price.',
      sample,
      significance: 'No data yet',
    };
  }
  const value = Number(row.correlationStrength);
  const direction = value < 0 ? 'lower' : 'higher';
  return {
    strength: signedNumber(value, 3),
    word: Math.abs(value) > STRONG_ABOVE ? 'Strong' : 'Moderate',
    direction,
    sample,
    sentence: `Higher ${row.weatherFactor.toLowerCase()} values correlate with ${direction} ${priceName(row)} prices.`,
    significance: capitalizeFirst(
      row.isSignificant ? `significant, ${rateText(row)}` : `not significant, ${rateText(row)}`,
    ),
  };
}

const RATE_LEAST = 0.001;

function rateText({ falseDiscoveryRate }: CorrelationDto): string {
  if (falseDiscoveryRate === null) return `false discovery rate ${MISSING}`;
  return falseDiscoveryRate < RATE_LEAST
    ? 'false discovery rate below 0.1%'
    : `false discovery rate ${formatPercent(100 * falseDiscoveryRate, 1)}`;
}
