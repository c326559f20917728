// Texts of a correlation.

import {
  MISSING,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  capitalizeFirst,
} from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import type { CorrelationDto } from '../../contracts/api/correlations';

const STRONG_ABOVE = 0.5;

interface CorrelationTexts {
  /** Signed, with three decimals. */
  readonly strength: string;
  readonly label: 'Strong' | 'Moderate' | null;
  readonly direction: 'higher' | 'lower' | null;
  readonly sentence: string;
  readonly sample: string;
  readonly significance: string;
}

/** Commodity name within a sentence: `electricity`, `natural gas`. */
const getPriceName = ({ commodity }: Pick<CorrelationDto, 'commodity'>): string =>
  getMarketName(commodity, null).toLowerCase();

/** Market and region of a row; a power hub is both. */
export const formatPair = ({
  commodity,
  region,
}: Pick<CorrelationDto, 'commodity' | 'region'>): {
  readonly market: string;
  readonly region: string;
} => ({ market: getMarketName(commodity, region), region });

/** `Midwest and Natural Gas`, `MISO Power`. */
export const formatPairName = (row: Pick<CorrelationDto, 'commodity' | 'region'>): string => {
  const { market, region } = formatPair(row);
  return row.commodity === 'electricity' ? market : `${region} and ${market}`;
};

export const formatLag = (lagDays: number): string => (lagDays === 0 ? 'same day' : `${lagDays} d`);

/** Strong if the absolute value exceeds 0.5, else Moderate. The sign gives the direction. */
export function formatCorrelation(row: CorrelationDto): CorrelationTexts {
  const sample =
    row.n === 0
      ? 'No common days'
      : `${formatNumber(row.n, 0)} days${row.lagDays === null ? '' : row.lagDays === 0 ? ', same day' : `, weather ${row.lagDays} d ahead`}`;
  if (row.correlationStrength === null) {
    return {
      strength: MISSING,
      label: null,
      direction: null,
      sentence: 'No data: fewer than 30 common days of weather and price.',
      sample,
      significance: 'No data yet',
    };
  }
  const value = Number(row.correlationStrength);
  const direction = value < 0 ? 'lower' : 'higher';
  return {
    strength: formatSignedNumber(value, 3),
    label: Math.abs(value) > STRONG_ABOVE ? 'Strong' : 'Moderate',
    direction,
    sample,
    sentence: `Higher ${row.weatherFactor.toLowerCase()} values correlate with ${direction} ${getPriceName(row)} ${row.prices === 'spot' ? 'spot prices' : 'prices'}.`,
    significance: capitalizeFirst(
      row.isSignificant
        ? `significant, ${formatFalseDiscoveryRate(row)}`
        : `not significant, ${formatFalseDiscoveryRate(row)}`,
    ),
  };
}

const RATE_SHOWN_MIN = 0.001;

function formatFalseDiscoveryRate({ falseDiscoveryRate }: CorrelationDto): string {
  if (falseDiscoveryRate === null) return `false discovery rate ${MISSING}`;
  return falseDiscoveryRate < RATE_SHOWN_MIN
    ? 'false discovery rate below 0.1%'
    : `false discovery rate ${formatPercent(100 * falseDiscoveryRate, 1)}`;
}
