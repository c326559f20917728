// Regional price map of the selected commodity, with the same prices as a table.
import { useLocation } from '@remix-run/react';
import type { PriceMapPanelDto } from '../../contracts/dashboard';
import type { PriceMapDto, RegionPriceRow } from '../../contracts/maps';
import { formatCount } from '../../trading/domain/format';
import { CurveChart } from '../curve/curve-chart';
import { Sentence } from '../figures';
import { Icon } from '../icon';
import { SharedMarkup } from '../shared-markup';
import { PriceBadge } from '../live-badge';
import { MapLegend, MapScaleForm } from './map-legend';
import styles from './map-panel.module.css';
import { UsMap } from './us-map';

/** Query parameter that shows the map in place of the curve. */
const MAP_PARAM = 'map';

export function PriceMapPanel({ curve, ...prices }: PriceMapPanelDto) {
  const { title, rows, unquoted, isStale, isSpot } = prices;
  const params = new URLSearchParams(useLocation().search);
  const isCurveShown = curve !== null && params.get(MAP_PARAM) !== 'shown';
  return (
    <section className={styles['panel']} aria-labelledby="price-map">
      <div className={styles['head']}>
        <h2 id="price-map">{title}</h2>
        <span className={styles['radar']}>
          <Icon name="radar" />
        </span>
        <PriceBadge
          isShown={rows.length > 0 && !isStale && !isSpot}
          otherwise={rows.length === 0 ? 'NO PRICES' : isStale ? 'STALE' : 'SPOT'}
        />
        {curve === null ? null : <SwitchLink params={params} isCurveShown={isCurveShown} />}
      </div>
      {isCurveShown ? (
        <>
          <p>
            <Sentence>{curve.sentence}</Sentence>
          </p>
          <CurveChart
            label={`Curve of ${title.replace(/ Prices by Region$/, '')}`}
            chart={curve.chart}
          />
        </>
      ) : (
        <PriceMap {...prices} />
      )}
      {rows.length === 0 ? (
        <p className="muted">No data: no regional price yet.</p>
      ) : (
        <SharedMarkup of={RegionTable} props={{ rows, unquoted }} />
      )}
    </section>
  );
}

const PriceMap = ({ map, legend, scale }: Pick<PriceMapDto, 'map' | 'legend' | 'scale'>) => (
  <div className={styles['drawn']} data-hides="">
    <UsMap map={map} />
    <div className={styles['legend']}>
      <h3>{legend.heading}</h3>
      <MapLegend stops={legend.stops} />
      <p className="muted">{legend.note}</p>
      <MapScaleForm scale={scale} />
    </div>
  </div>
);

function SwitchLink({ params, isCurveShown }: { params: URLSearchParams; isCurveShown: boolean }) {
  const target = new URLSearchParams(params);
  if (isCurveShown) target.set(MAP_PARAM, 'shown');
  else target.delete(MAP_PARAM);
  return (
    <a href={`?${target.toString()}#price-map`} data-visit="stay">
      {isCurveShown ? 'Show the map' : 'Show the curve'}
    </a>
  );
}

const RegionTable = ({ rows, unquoted }: { rows: readonly RegionPriceRow[]; unquoted: number }) => (
  <section className={styles['scroll']} tabIndex={0} aria-label="Prices by region">
    <table className={styles['table']}>
      <caption>Prices by region; {formatCount(unquoted)} states without a quote (N/A)</caption>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col" data-number>
            Price
          </th>
          <th scope="col">States and price type</th>
          <th scope="col">At</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.region}>
            <th scope="row">{row.region}</th>
            <td data-number>
              {row.price}
              {row.isStale ? <strong className="warn"> STALE</strong> : null}
            </td>
            <td data-text>
              <span className={styles['states']}>{row.states}. </span>
              <span className="muted">
                {row.symbol}, {row.kind}
              </span>
            </td>
            <td>
              <time dateTime={row.asOf}>{row.at}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
