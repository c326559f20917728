// Horizontal money bars as SVG from the server; names and amounts are text.
import type { BarRow, BarShape } from '../../contracts/bar-shape';
import { Sentence } from '../figures';
import styles from './money-bars.module.css';

interface MoneyBarsProps {
  readonly chart: BarShape;
  /** Plain bars have one color: amounts without direction. */
  readonly isPlain?: boolean;
}

export function MoneyBars({ chart, isPlain = false }: MoneyBarsProps) {
  return (
    <>
      <ul className={styles['bars']}>
        {chart.rows.map((row) => (
          <Bar key={row.key} row={row} zero={chart.zero} isPlain={isPlain} />
        ))}
        <li className={styles['row']} aria-hidden="true">
          <svg className={styles['axis']}>
            {chart.ticks.map(({ at, text, anchor }) => (
              <text key={text} x={`${at}%`} y="12" textAnchor={anchor}>
                {text}
              </text>
            ))}
          </svg>
        </li>
      </ul>
      <p className={`${styles['summary']} muted`}>
        <Sentence>{chart.summary}</Sentence>
      </p>
    </>
  );
}

function Bar({ row, zero, isPlain }: { row: BarRow; zero: number; isPlain: boolean }) {
  const { name, note, left, width, tone, text, marker } = row;
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>
        {name}
        {note === null ? null : <span className="muted"> {note}</span>}
      </span>
      <svg className={styles['track']} aria-hidden="true">
        <rect
          x={`${left}%`}
          width={`${width}%`}
          y="4"
          height="12"
          className={isPlain ? styles['plain'] : styles[tone]}
        />
        {marker === null ? null : (
          <line
            x1={`${marker.at}%`}
            x2={`${marker.at}%`}
            y1="1"
            y2="19"
            className={styles['marker']}
          />
        )}
        <line x1={`${zero}%`} x2={`${zero}%`} y1="0" y2="100%" className={styles['zero']} />
      </svg>
      <span className={`${styles['amount']} ${isPlain ? '' : tone} tabular`}>
        {text}
        {marker === null ? null : <span className={styles['second']}>{marker.text}</span>}
      </span>
    </li>
  );
}
