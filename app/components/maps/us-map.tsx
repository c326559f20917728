// A map of the states: outlines from one file that every page shares, colors and words from the
// server.
import type { MapLabel, UsMapDto } from '../../contracts/maps';
import sprite from './us-states.svg?url';
import { useMapPhase } from './use-map-phase';
import styles from './us-map.module.css';

interface UsMapProps {
  readonly map: UsMapDto;
  /** Labels get a dot at their place. */
  readonly hasMarkers?: boolean;
}

export function UsMap({ map, hasMarkers = false }: UsMapProps) {
  const phase = useMapPhase(sprite);
  return (
    <div className={styles['frame']}>
      {phase === 'loading' ? <p role="status" className={styles['loading']}>Loading map data...</p> : null}
      {phase === 'fallback' ? <p className={styles['loading']}>The map could not be loaded; the table has the same data.</p> : null}
      <svg className={phase === 'shown' ? styles['map'] : styles['late']} viewBox="-20 -20 1015 650" role="img" aria-label={map.summary}>
        <g className={styles['states']}>
          {map.states.map(({ fips, fill, isFaint, title }) => (
            <use key={fips} href={`${sprite}#s${fips}`} fill={fill} className={isFaint ? styles['faint'] : undefined}>
              <title>{title}</title>
            </use>
          ))}
        </g>
        {map.labels.map((label) => (
          <Label key={label.name} label={label} hasMarker={hasMarkers} />
        ))}
      </svg>
    </div>
  );
}

/** From a marker down to the name beneath it. */
const BENEATH = 28;

/** A map with markers is a wide one, so that its words need not be as large. */
function Label({ label: { x, y, name, value, title }, hasMarker }: { label: MapLabel; hasMarker: boolean }) {
  return (
    <g className={hasMarker ? styles['label'] : styles['large']}>
      <title>{title}</title>
      {hasMarker ? <circle cx={x} cy={y} r="7" /> : null}
      <text x={x} y={hasMarker ? y + BENEATH : y - 4} textAnchor="middle">
        <tspan className={styles['name']}>{name}</tspan>
        <tspan x={x} dy="1.05em">{value}</tspan>
      </text>
    </g>
  );
}
