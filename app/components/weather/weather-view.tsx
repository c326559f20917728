// Weather page: change of the forecast and what it moves, anomaly maps, storage; details folded.
import type { WeatherPageDto } from '../../contracts/weather-page';
import { AlmanacSection } from './almanac-section';
import { AnomalySection } from './anomaly-section';
import { DegreeDaysSection } from './degree-days-section';
import { DroughtSection } from './drought-section';
import { ForecastHeadline } from './forecast-headline';
import { EmptyState } from './section';
import { ReadingsSection } from './readings-section';
import { SkillSection } from './skill-section';
import { StorageSection } from './storage-section';
import styles from './weather.module.css';

export function WeatherView({
  runs,
  isRunsFailed,
  anomalies,
  isAnomalyFailed,
  readings,
  almanac,
  degreeDays,
  degreeChart,
  storage,
  drought,
  isDroughtFailed,
  skill,
  ...screen
}: WeatherPageDto) {
  return (
    <>
      <div className={styles['top']}>
        <h1>Weather Analysis</h1>
        {runs === null ? null : <ForecastHeadline runs={runs} />}
      </div>
      {screen.reason === null ? null : <EmptyState reason={screen.reason} />}
      <DegreeDaysSection
        degreeDays={degreeDays}
        runs={runs}
        isRunsFailed={isRunsFailed}
        chart={degreeChart}
        {...screen}
      />
      <AnomalySection part={anomalies} isFailed={isAnomalyFailed} {...screen} />
      <StorageSection part={storage} {...screen} />
      {drought === null && !isDroughtFailed ? null : <DroughtSection part={drought} {...screen} />}
      <AlmanacSection almanac={almanac} {...screen} />
      <SkillSection part={skill} {...screen} />
      <ReadingsSection readings={readings} {...screen} />
    </>
  );
}
