// Weather feed: one item per region, the most severe first.
import { useNavigation } from '@remix-run/react';
import type { FeedDto } from '../../contracts/dashboard';

import { COMMODITIES } from '../../trading/domain/commodity';
import { formatDateTime, formatNumber } from '../../trading/domain/format';
import { Sentence } from '../figures';
import { DataBadge } from '../live-badge';
import { FoldedList } from './folded-list';
import styles from './panels.module.css';
import type { IntelligenceDto } from '../../contracts/api/weather-intelligence';

interface WeatherFeedProps extends FeedDto {
  readonly timeZone: string;
  readonly title?: string;
}

export function WeatherFeed({
  items,
  isLoading,
  reason,
  source,
  dataAge,
  timeZone,
  title = 'AI Weather Intelligence Feed',
}: WeatherFeedProps) {
  const isPageLoading = useNavigation().state === 'loading';
  const hasItems = items !== null && items.length > 0;
  return (
    <section className={styles['panel']} aria-labelledby="weather-feed">
      <div className={styles['head']}>
        <h2 id="weather-feed">{title}</h2>
        <DataBadge
          subject="Weather data"
          age={dataAge}
          isShown={hasItems}
          otherwise={items === null ? 'NO FEED' : isLoading ? 'LOADING' : 'EMPTY'}
        />
        {isLoading || isPageLoading ? (
          <p className="muted">Loading real-time weather data...</p>
        ) : (
          <p className="muted">Source: {source}</p>
        )}
      </div>
      {items === null ? <p className="bad">Unable to load weather data</p> : null}
      {isLoading ? (
        <p className="muted">Weather history is loading after a start; refresh in a moment.</p>
      ) : null}
      {items?.length === 0 && !isLoading ? (
        <p className="muted">No weather data available{reason === null ? '' : `. ${reason}`}</p>
      ) : null}
      {hasItems ? (
        <FoldedList rows={items} of={FeedItems} timeZone={timeZone} noun="region" />
      ) : null}
    </section>
  );
}

const FeedItems = ({
  rows,
  timeZone,
}: {
  readonly rows: readonly IntelligenceDto[];
  readonly timeZone: string;
}) => (
  <>
    {rows.map((item) => (
      <FeedItem key={item.region} item={item} timeZone={timeZone} />
    ))}
  </>
);

function FeedItem({
  item: { region, time, temperature, impact, message, commodities },
  timeZone,
}: {
  item: IntelligenceDto;
  timeZone: string;
}) {
  return (
    <li className={styles['item']}>
      <p className={styles['line']}>
        <strong>{region}</strong>
        <span className={styles['impact']} data-impact={impact}>
          {impact}
        </span>
        {temperature === null ? null : <span>{formatNumber(temperature, 1)} °F</span>}
        <time dateTime={time} className="muted">
          {formatDateTime(Date.parse(time), timeZone)}
        </time>
      </p>
      <p>
        <Sentence>{message}</Sentence>
      </p>
      <p className="muted">
        {commodities.length === 0
          ? 'No market impact'
          : `Affects ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}`}
      </p>
    </li>
  );
}
