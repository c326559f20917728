// Quotes of the selected commodity: prices, day range, volume, expiry, age and source.
import type { SparklineDto } from '../../contracts/dashboard';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  MISSING,
  formatAge,
  formatCount,
  formatDate,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { Sparkline } from '../charts/sparkline';
import { DataTable } from '../data-table';
import { Change } from '../figures';
import { SharedMarkup } from '../shared-markup';
import { useNow } from '../use-now';
import styles from './dashboard.module.css';
import { countDecimals, formatDecimalText } from './dashboard-texts';
import type { QuoteDto } from '../../contracts/api/quotes';
import { findMarketOrigin } from '../../contracts/market-origin';
import { SECOND_MS } from '../../trading/domain/time';
import { buildHref } from '../../contracts/base-path';

interface QuotesProps {
  readonly commodity: CommodityKey;
  readonly quotes: readonly QuoteDto[];
  /** Engine time at which the quotes were read; ages are relative to it. */
  readonly atMs: number;
  readonly market: string;
  readonly sparklines: readonly SparklineDto[];
}

export function QuotesSection({ commodity, quotes, atMs, market, sparklines }: QuotesProps) {
  const { displayName, priceUnit } = COMMODITIES[commodity];
  if (quotes.length > 0)
    return (
      <QuotesTable
        commodity={commodity}
        caption={displayName}
        unit={priceUnit}
        quotes={quotes}
        atMs={atMs}
        sparklines={sparklines}
      />
    );
  return (
    <section className={styles['empty']} aria-labelledby="quotes">
      <h2 id="quotes">{displayName}</h2>
      <p className="muted">
        No quotes: market {market} has no price for {displayName} yet. Trading needs a price.
      </p>
    </section>
  );
}

interface TableProps extends Pick<QuotesProps, 'commodity' | 'quotes' | 'atMs' | 'sparklines'> {
  readonly caption: string;
  readonly unit: string;
}

/** Columns of prices in the order of the cells. */
const PRICE_COLUMNS = ['Last', 'Change', 'Bid', 'Ask', 'High', 'Low', 'Volume'];

function QuotesTable({ commodity, caption, unit, quotes, atMs, sparklines }: TableProps) {
  const nowMs = useNow(atMs, SECOND_MS);
  const hasVolume = quotes.some(({ volume }) => volume !== null);
  return (
    <DataTable
      id="quotes"
      caption={caption}
      note={
        <>
          Prices in {unit}; change from prior close; high and low since midnight
          {hasVolume ? '' : '; this feed has no volume'}.{' '}
          <a href={buildHref(`/curve/${commodity}`)} className="alone" data-visit>
            All months
          </a>
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">Symbol</th>
          <th scope="col" className={styles['wide']}>
            {quotes.some(({ hub }) => hub !== null) ? 'Hub' : 'Region'}
          </th>
          {PRICE_COLUMNS.map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
          <th scope="col">Expiry</th>
          {sparklines.length === 0 ? null : <th scope="col">30 days</th>}
          <th scope="col" data-number>
            Age
          </th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <SharedMarkup as="tbody" of={QuoteRows} props={{ quotes, sparklines, nowMs }} />
    </DataTable>
  );
}

const QuoteRows = ({
  quotes,
  sparklines,
  nowMs,
}: Pick<QuotesProps, 'quotes' | 'sparklines'> & { nowMs: number }) => (
  <>
    {quotes.map((quote) => (
      <QuoteRow
        key={quote.symbol}
        quote={quote}
        nowMs={nowMs}
        sparkline={findSparkline(quote, sparklines)}
      />
    ))}
  </>
);

const formatPriceOrMissing = (price: string | null): string =>
  price === null ? MISSING : formatDecimalText(price);

/** Sparkline of a quote; null if the table has none, 'unknown' if only this quote lacks one. */
const findSparkline = ({ symbol }: QuoteDto, lines: readonly SparklineDto[]) =>
  lines.length === 0 ? null : (lines.find((sparkline) => sparkline.symbol === symbol) ?? 'unknown');

function QuoteRow({
  quote,
  nowMs,
  sparkline,
}: {
  quote: QuoteDto;
  nowMs: number;
  sparkline: SparklineDto | 'unknown' | null;
}) {
  const { change, changePercent, isStale } = quote;
  const ageText = formatAge(nowMs - Date.parse(quote.asOf));
  const changeText =
    change === null
      ? formatSignedNumber(null, 0)
      : `${formatSignedNumber(change, countDecimals(quote.price))} (${formatSignedPercent(changePercent)})`;
  return (
    <tr className={isStale ? styles['stale'] : undefined}>
      <th scope="row">
        <span className="unbroken">{quote.symbol}</span>
        {quote.contract === null ? null : (
          <span className={styles['contract']}> {quote.contract}</span>
        )}
      </th>
      <td className={styles['wide']}>{quote.hub ?? quote.region}</td>
      <td data-number>{formatDecimalText(quote.price)}</td>
      <td data-number>
        {change === null ? changeText : <Change amount={change}>{changeText}</Change>}
      </td>
      <td data-number>{formatDecimalText(quote.bid)}</td>
      <td data-number>{formatDecimalText(quote.ask)}</td>
      <td data-number>{formatPriceOrMissing(quote.high)}</td>
      <td data-number>{formatPriceOrMissing(quote.low)}</td>
      <td data-number>{formatCount(quote.volume)}</td>
      <td>
        {quote.expiresAt === null ? (
          <abbr title="This price has no contract month">{MISSING}</abbr>
        ) : (
          <time dateTime={quote.expiresAt}>{formatDate(Date.parse(quote.expiresAt), 'UTC')}</time>
        )}
      </td>
      {sparkline === null ? null : (
        <td>{sparkline === 'unknown' ? MISSING : <Sparkline {...sparkline} />}</td>
      )}
      <td data-number>
        {isStale ? (
          <strong className={styles['warn']}>STALE, {ageText} old</strong>
        ) : (
          <time dateTime={quote.asOf}>{ageText}</time>
        )}
      </td>
      <td>
        <abbr className={styles['badge']} title={`source: ${quote.source}`}>
          {findMarketOrigin(quote.source) ?? quote.source.toUpperCase()}
        </abbr>
      </td>
    </tr>
  );
}
