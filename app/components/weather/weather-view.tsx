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
import { StockSection } from './stock-section';
import { StormSection } from './storm-section';
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
  petroleum,
  drought,
  isDroughtFailed,
  storms,
  isStormsFailed,
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
      {storms === null && !isStormsFailed ? null : <StormSection part={storms} {...screen} />}
      <StockSection stock="gas" part={storage} {...screen} />
      <div className={styles['pair']}>
        <StockSection stock="crude" part={petroleum?.crude ?? null} {...screen} />
        <StockSection stock="distillate" part={petroleum?.distillate ?? null} {...screen} />
      </div>
      {drought === null && !isDroughtFailed ? null : <DroughtSection part={drought} {...screen} />}
      <AlmanacSection almanac={almanac} {...screen} />
      <SkillSection part={skill} {...screen} />
      <ReadingsSection readings={readings} {...screen} />
    </>
  );
}
