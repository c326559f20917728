// Map legend and color scale selector.
import { useLocation } from '@remix-run/react';
import type { LegendStop, MapScale } from '../../contracts/maps';
import { PreferenceForm } from '../preference-form';
import styles from './map-panel.module.css';

export function MapScaleForm({ scale }: { scale: MapScale }) {
  const { pathname, search } = useLocation();
  return <PreferenceForm name="scale" chosen={scale} from={`${pathname}${search}`} isLabelled />;
}

export const MapLegend = ({ stops }: { stops: readonly LegendStop[] }) => (
  <ul className={styles['stops']}>
    {stops.map(({ label, fill, value }) => (
      <li key={label}>
        <svg width="18" height="14" viewBox="0 0 18 14" aria-hidden="true">
          <rect
            x="0.5"
            y="0.5"
            width="17"
            height="13"
            rx="2"
            fill={fill}
            className={styles['swatch']}
          />
        </svg>
        <span>{label}</span> <span className="muted">{value}</span>
      </li>
    ))}
  </ul>
);
