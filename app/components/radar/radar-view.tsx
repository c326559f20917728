// Radar page: ticker, state map and four widgets.
import type { RadarPageDto } from '../../contracts/radar';
import { WeatherFeed } from '../dashboard/weather-feed';
import { Ticker } from '../ticker';
import { CORRELATIONS_FAILED, EmptyState, LoadError, WEATHER_FAILED } from '../weather/section';
import { AlmanacWidget } from './almanac-widget';
import { CommodityImpacts } from './commodity-impacts';
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
  reason,
  nowMs,
  timeZone,
}: RadarPageDto) {
  return (
    <>
      <div>
        <h1>Weather Radar</h1>
        <p className="muted">
          Highest of rain, wind, heat and cold intensity per state, scale 0–100.
        </p>
      </div>
      {ticker.length === 0 ? null : (
        <Ticker id="weather-ticker" label="Weather ticker" items={ticker} kind="weather" />
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
      <div className={styles['pair']}>
        {patterns === null ? (
          <LoadError text={CORRELATIONS_FAILED} />
        ) : (
          <PatternsWidget {...patterns} nowMs={nowMs} timeZone={timeZone} />
        )}
        <AlmanacWidget almanac={almanac} nowMs={nowMs} timeZone={timeZone} />
      </div>
      <p className="muted">Updates every 5 minutes</p>
    </>
  );
}
