// Map of the Gulf and the Atlantic coast with storms and their tracks.
import type { StormMapDto } from '../../contracts/weather-page';
import sprite from './us-states.svg?url';
import { buildAssetHref } from '../../contracts/base-path';
import styles from './storm-map.module.css';

const RADIUS = 11;
/** Distance of a name from its mark. */
const GAP = 14;
const TEXT_DROP = 9;

const getAnchor = (side: -1 | 1): 'start' | 'end' => (side < 0 ? 'end' : 'start');

export function StormMap({
  map: { frame, states, storms, regions, summary },
}: {
  readonly map: StormMapDto;
}) {
  return (
    <svg
      className={styles['map']}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      role="img"
      aria-label={summary}
    >
      <g className={styles['states']}>
        {states.map((fips) => (
          <use key={fips} href={`${buildAssetHref(sprite)}#s${fips}`} />
        ))}
      </g>
      {regions.map(({ x, y, name, side }) => (
        <g key={name} className={styles['region']}>
          <rect x={x - 7} y={y - 7} width="14" height="14" />
          <text x={x + side * GAP} y={y + TEXT_DROP} textAnchor={getAnchor(side)}>
            {name}
          </text>
        </g>
      ))}
      {storms.map(({ id, x, y, name, value, title, track, isHurricane, side }) => (
        <g key={id} className={styles[isHurricane ? 'hurricane' : 'storm']}>
          <title>{title}</title>
          <polyline points={track} />
          <circle cx={x} cy={y} r={RADIUS} />
          <text x={x + side * (RADIUS + GAP)} y={y + TEXT_DROP} textAnchor={getAnchor(side)}>
            {name} {value}
          </text>
        </g>
      ))}
    </svg>
  );
}
