// US state map: outlines from a shared sprite, colors and labels from the server.
import type { MapLabel, MapStateShape, UsMapDto } from '../../contracts/maps';
import { SharedMarkup } from '../shared-markup';
import sprite from './us-states.svg?url';
import { useMapPhase } from './use-map-phase';
import { buildAssetHref } from '../../contracts/base-path';
import styles from './us-map.module.css';

interface UsMapProps {
  readonly map: UsMapDto;
  /** Draws a dot at each label. */
  readonly hasMarkers?: boolean;
}

export function UsMap({ map, hasMarkers = false }: UsMapProps) {
  const phase = useMapPhase(sprite);
  return (
    <div className={styles['frame']}>
      {phase === 'loading' ? (
        <p role="status" className={styles['loading']}>
          Loading map data...
        </p>
      ) : null}
      {phase === 'fallback' ? (
        <p className={styles['loading']}>
          The map could not be loaded; the table has the same data.
        </p>
      ) : null}
      <svg
        className={phase === 'shown' ? styles['map'] : styles['late']}
        viewBox="-20 -20 1015 650"
        role="img"
        aria-label={map.summary}
      >
        <SharedMarkup
          as="g"
          attributes={{ className: styles['states'] }}
          of={StateShapes}
          props={{ states: map.states }}
        />
        <SharedMarkup as="g" of={MapLabels} props={{ labels: map.labels, hasMarkers }} />
        {map.pins?.map(({ x, y, value, title }) => (
          <g key={title} className={styles['pin']}>
            <title>{title}</title>
            <text x={x} y={y} textAnchor="middle">
              {value}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

const StateShapes = ({ states }: { states: readonly MapStateShape[] }) => (
  <>
    {states.map(({ fips, fill, isFaint, isAway, title }) => (
      <use
        key={fips}
        href={`${buildAssetHref(sprite)}#s${fips}`}
        fill={fill}
        className={isFaint ? styles['faint'] : isAway ? styles['away'] : undefined}
      >
        <title>{title}</title>
      </use>
    ))}
  </>
);

const MapLabels = ({
  labels,
  hasMarkers,
}: {
  labels: readonly MapLabel[];
  hasMarkers: boolean;
}) => (
  <>
    {labels.map((label) => (
      <MapLabelText key={label.title} label={label} hasMarker={hasMarkers} />
    ))}
  </>
);

/** Distance from a marker to its name, in map units. */
const NAME_OFFSET = 28;

/** Maps with markers are wide and use smaller text; values without a name stand on small maps. */
function MapLabelText({
  label: { x, y, name, value, title },
  hasMarker,
}: {
  label: MapLabel;
  hasMarker: boolean;
}) {
  return (
    <g className={styles[hasMarker ? 'label' : name === '' ? 'bare' : 'large']}>
      <title>{title}</title>
      {hasMarker ? <circle cx={x} cy={y} r="7" /> : null}
      <text x={x} y={hasMarker ? y + NAME_OFFSET : y - 4} textAnchor="middle">
        {name === '' ? null : <tspan className={styles['name']}>{name}</tspan>}
        <tspan x={x} dy={name === '' ? undefined : '1.05em'}>
          {value}
        </tspan>
      </text>
    </g>
  );
}
