// Weather page: readings, degree days, storage, almanac and forecast skill.
import type { WeatherPageDto } from '../../contracts/weather-page';
import { AlmanacSection } from './almanac-section';
import { DegreeDaysSection } from './degree-days-section';
import { EmptyState } from './section';
import { ReadingsSection } from './readings-section';
import { SkillSection } from './skill-section';
import { StorageSection } from './storage-section';
import styles from './weather.module.css';

export function WeatherView({
  readings,
  almanac,
  degreeDays,
  degreeChart,
  storage,
  skill,
  ...screen
}: WeatherPageDto) {
  return (
    <>
      <div>
        <h1>Weather Analysis</h1>
        <p className="muted">
          Current weather, gas demand impact, seasonal normals and forecast skill.
        </p>
      </div>
      {screen.reason === null ? null : <EmptyState reason={screen.reason} />}
      <ReadingsSection readings={readings} {...screen} />
      <div className={styles['pair']}>
        <DegreeDaysSection degreeDays={degreeDays} chart={degreeChart} {...screen} />
        <StorageSection part={storage} {...screen} />
      </div>
      <AlmanacSection almanac={almanac} {...screen} />
      <SkillSection part={skill} {...screen} />
    </>
  );
}
