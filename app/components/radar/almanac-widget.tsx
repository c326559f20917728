// Short almanac: normals, yesterday and crop stages.
import type { RadarAlmanac } from '../../contracts/radar';
import { MISSING, formatNumber } from '../../trading/domain/format';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from '../weather/section';
import { buildHref } from '../../contracts/base-path';
import styles from './radar.module.css';

export function AlmanacWidget({
  almanac,
  nowMs,
  timeZone,
}: {
  almanac: RadarAlmanac | null;
  nowMs: number;
  timeZone: string;
}) {
  if (almanac === null) return <LoadError text={WEATHER_FAILED} />;
  const { source, asOf, date, regions, crops, reason } = almanac;
  return (
    <Section
      id="almanac"
      title="Almanac"
      text={date === null ? undefined : `${date}, daily means in °F.`}
      source={<Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />}
    >
      {regions.length === 0 ? (
        <EmptyState reason={reason} />
      ) : (
        <>
          <div className={styles['pair']}>
            <table className={styles['table']}>
              <caption className="visually-hidden">Normal and yesterday by region</caption>
              <thead>
                <tr>
                  <th scope="col">Region</th>
                  <th scope="col" data-number>
                    Normal
                  </th>
                  <th scope="col" data-number>
                    Yesterday
                  </th>
                </tr>
              </thead>
              <tbody>
                {regions.map(({ place, normal, yesterday }) => (
                  <tr key={place}>
                    <th scope="row">{place}</th>
                    <td data-number>{formatNumber(normal?.mean ?? null, 1)}</td>
                    <td data-number>{formatNumber(yesterday?.mean ?? null, 1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <dl className={styles['crops']}>
              {crops.map(({ crop, stage, next }) => (
                <div key={crop}>
                  <dt>{crop}</dt>
                  <dd>
                    {stage}, then {next ?? MISSING}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <p>
            <a href={buildHref('/weather#almanac')}>Full almanac</a>
          </p>
        </>
      )}
    </Section>
  );
}
