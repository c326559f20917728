// P&L of an order by price, from stop to target, as SVG from the server.
import type { PayoffShape } from '../../contracts/what-if';
import { formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { ZeroLine } from '../charts/chart-axes';
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import frame from '../charts/chart-frame.module.css';
import { Sentence, Signed } from '../figures';
import { Head } from './card';
import cardStyles from './institutional.module.css';
import styles from './payoff-chart.module.css';

export function PayoffChart({ chart, unit }: { chart: PayoffShape; unit: string }) {
  return (
    <figure className={frame['figure']} aria-labelledby="payoff">
      <ChartFrame
        className={styles['chart']}
        label="P&L of the order by price, line chart"
        describedBy="payoff-summary"
        yTicks={chart.yTicks}
        below={<Prices chart={chart} />}
      >
        <Plot chart={chart} />
      </ChartFrame>
      <figcaption>
        <p id="payoff-summary" className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
        <PayoffTable chart={chart} unit={unit} />
      </figcaption>
    </figure>
  );
}

/** Names and prices of stop, entry and target below their lines. */
const Prices = ({ chart: { marks } }: { chart: PayoffShape }) => (
  <svg className={styles['prices']}>
    {marks.map(({ name, x, price }) => (
      <g key={name}>
        <text x={`${x}%`} y="13" textAnchor="middle" className={styles['name']}>
          {name}
        </text>
        <text x={`${x}%`} y="28" textAnchor="middle">
          {price}
        </text>
      </g>
    ))}
  </svg>
);

const Plot = ({ chart }: { chart: PayoffShape }) => (
  <>
    {chart.marks.map(({ name, x }) => (
      <line key={name} className={styles['price']} x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
    ))}
    <StretchedPaths width={chart.width} height={chart.height}>
      <path className={styles['loss']} d={chart.loss} />
      <path className={styles['gain']} d={chart.gain} />
      <path className={styles['line']} d={chart.line} vectorEffect="non-scaling-stroke" />
    </StretchedPaths>
    <ZeroLine at={chart.zero} />
    {chart.marks.map(({ name, x, y, profit }) => (
      <g key={name}>
        <circle className={styles['dot']} cx={`${x}%`} cy={`${y}%`} r="4" />
        {name === 'Entry' ? null : (
          <text
            x={`${x}%`}
            y={`${y}%`}
            dy={profit < 0 ? '-0.7em' : '1.5em'}
            textAnchor="middle"
            className={profit < 0 ? styles['bad'] : styles['good']}
          >
            {formatSignedMoney(fromDollars(profit))}
          </text>
        )}
      </g>
    ))}
  </>
);

const PayoffTable = ({ chart: { marks }, unit }: { chart: PayoffShape; unit: string }) => (
  <details className={cardStyles['how']}>
    <summary>Payoff as a table</summary>
    <table className={cardStyles['table']}>
      <caption>P&L before costs</caption>
      <Head first="At" columns={[`Price (${unit})`, 'P&L']} />
      <tbody>
        {marks.map(({ name, price, profit }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number>{price}</td>
            <td data-number>
              <Signed>{formatSignedMoney(fromDollars(profit))}</Signed>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
