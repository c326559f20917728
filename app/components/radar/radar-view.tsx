// Radar page: ticker, exposure of the open positions, state map and four widgets.
import type { RadarPageDto } from '../../contracts/radar';
import { WeatherFeed } from '../dashboard/weather-feed';
import { Timestamp } from '../figures';
import { Ticker } from '../ticker';
import { CORRELATIONS_FAILED, EmptyState, LoadError, WEATHER_FAILED } from '../weather/section';
import { AlmanacWidget } from './almanac-widget';
import { CommodityImpacts } from './commodity-impacts';
import { ExposureSection } from './exposure-section';
import { PatternsWidget } from './patterns-widget';
import { RadarMap } from './radar-map';
import styles from './radar.module.css';

export function RadarView({
  ticker,
  map,
  isMapFailed,
  feed,
  patterns,
  almanac,
  exposure,
  isExposureFailed,
  readingsAt,
  runsAt,
  reason,
  nowMs,
  timeZone,
}: RadarPageDto) {
  return (
    <>
      <div>
        <h1>Weather Radar</h1>
      </div>
      {ticker.length === 0 ? null : (
        <Ticker id="weather-ticker" label="Weather ticker" items={ticker} kind="weather" />
      )}
      {isExposureFailed ? (
        <LoadError text="Weather exposure of the open positions is not available." />
      ) : exposure === null ? null : (
        <ExposureSection exposure={exposure} nowMs={nowMs} timeZone={timeZone} />
      )}
      {isMapFailed ? (
        <LoadError text={WEATHER_FAILED} />
      ) : map === null ? (
        <EmptyState reason={reason} />
      ) : (
        <RadarMap {...map} nowMs={nowMs} timeZone={timeZone} />
      )}
      <div className={styles['pair']}>
        <WeatherFeed {...feed} title="AI Weather Analysis" timeZone={timeZone} />
        <CommodityImpacts items={feed.items} reason={reason} />
      </div>
      {patterns === null ? (
        <LoadError text={CORRELATIONS_FAILED} />
      ) : (
        <PatternsWidget {...patterns} nowMs={nowMs} timeZone={timeZone} />
      )}
      <AlmanacWidget almanac={almanac} nowMs={nowMs} timeZone={timeZone} />
      <p className="muted">
        Updates every 5 minutes. Observations are hourly, the newest{' '}
        <PublishedTime iso={readingsAt} timeZone={timeZone} />; model runs come every six hours, the
        newest <PublishedTime iso={runsAt} timeZone={timeZone} />.
      </p>
    </>
  );
}

const PublishedTime = ({ iso, timeZone }: { iso: string | null; timeZone: string }) =>
  iso === null ? <>not published yet</> : <Timestamp iso={iso} timeZone={timeZone} />;
