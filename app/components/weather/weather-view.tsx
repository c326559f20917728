// The weather screen from top to bottom: what it is now, what it does to gas, what is usual, how
// good the forecasts were.
import type { WeatherPageDto } from '../../contracts/weather-page';
import { AlmanacPart } from './almanac-part';
import { DegreeDaysPart } from './degree-days-part';
import { Empty } from './part';
import { ReadingsPart } from './readings-part';
import { SkillPartView } from './skill-part';
import { StoragePartView } from './storage-part';
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
      {screen.reason === null ? null : <Empty reason={screen.reason} />}
      <ReadingsPart readings={readings} {...screen} />
      <div className={styles['pair']}>
        <DegreeDaysPart degreeDays={degreeDays} chart={degreeChart} {...screen} />
        <StoragePartView part={storage} {...screen} />
      </div>
      <AlmanacPart almanac={almanac} {...screen} />
      <SkillPartView part={skill} {...screen} />
    </>
  );
}
