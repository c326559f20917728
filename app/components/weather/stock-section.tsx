// Weekly stocks of gas or oil against the five-year mean.
import type { StockPart, WeatherScreen } from '../../contracts/weather-page';
import type { StockWeekDto } from '../../contracts/api/almanac';
import {
  formatCount,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { SeriesChart } from '../charts/series-chart';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';

const STOCKS = {
  gas: {
    id: 'storage',
    title: 'Gas storage vs five-year mean',
    text: 'Working gas of the lower 48 states by report week, in Bcf.',
    label: 'Gas in storage',
  },
  crude: {
    id: 'crude-stocks',
    title: 'Crude oil stocks vs five-year mean',
    text: 'Commercial stocks of the United States by report week, in million barrels.',
    label: 'Crude oil stocks',
  },
  distillate: {
    id: 'distillate-stocks',
    title: 'Distillate stocks vs five-year mean',
    text: 'Heating oil and diesel of the United States by report week, in million barrels.',
    label: 'Distillate stocks',
  },
} as const;
type StockTexts = (typeof STOCKS)[keyof typeof STOCKS];

interface StockSectionProps extends WeatherScreen {
  readonly stock: keyof typeof STOCKS;
  readonly part: StockPart | null;
}

export function StockSection({ stock, part, nowMs, timeZone }: StockSectionProps) {
  const texts = STOCKS[stock];
  const source = part ? (
    <Sourced source={part.stock.source} asOf={part.stock.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section id={texts.id} title={texts.title} text={texts.text} source={source}>
      {part === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : part.stock.current === null ? (
        <EmptyState reason={part.stock.reason} />
      ) : (
        <Weeks part={part} current={part.stock.current} texts={texts} timeZone={timeZone} />
      )}
    </Section>
  );
}

interface WeeksProps {
  readonly part: StockPart;
  readonly current: StockWeekDto;
  readonly texts: StockTexts;
  readonly timeZone: string;
}

function Weeks({ part, current, texts, timeZone }: WeeksProps) {
  const { stock, weeks, chart, decimals } = part;
  return (
    <>
      <dl className={styles['big']}>
        <div>
          <dt>In storage</dt>
          <dd>
            {formatNumber(current.level, decimals)}{' '}
            <span className={styles['unit']}>{stock.unit}</span>
          </dd>
          <dd className={styles['note']}>{`week ending ${current.weekEnding}`}</dd>
        </div>
        <div>
          <dt>vs five-year mean</dt>
          <dd>
            <Signed>{formatSignedNumber(current.departure, decimals)}</Signed>
          </dd>
          <dd
            className={styles['note']}
          >{`${formatSignedPercent(current.departurePercent, 1)} vs ${formatCount(current.years)}-year mean ${formatNumber(current.fiveYearMean, decimals)}`}</dd>
        </div>
        <div>
          <dt>Weekly change</dt>
          <dd>
            <Signed>{formatSignedNumber(current.change, decimals)}</Signed>
          </dd>
          <dd
            className={styles['note']}
          >{`normal ${formatSignedNumber(current.fiveYearChange, decimals)}`}</dd>
        </div>
        <div>
          <dt>Next report</dt>
          <dd className={styles['date']}>
            {stock.nextReport === null ? (
              'not scheduled yet'
            ) : (
              <time dateTime={stock.nextReport}>
                {formatDateTime(Date.parse(stock.nextReport), timeZone)}
              </time>
            )}
          </dd>
        </div>
      </dl>
      {chart === null ? null : (
        <SeriesChart id={`${texts.id}-chart`} label={texts.label} chart={chart} />
      )}
      <details className={styles['more']}>
        <summary>The last {formatCount(weeks.length)} weeks</summary>
        <WeekTable part={part} label={texts.label} />
      </details>
    </>
  );
}

const COLUMNS = ['Level', 'Change', 'Normal change', 'Mean', 'Low', 'High', 'Departure'];

function WeekTable({
  part: { weeks, stock, decimals },
  label,
}: {
  part: StockPart;
  label: string;
}) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label={`${label} by week`}>
      <table className={styles['small']}>
        <caption>Weeks, newest first, {stock.unit}</caption>
        <thead>
          <tr>
            <th scope="col">Week ending</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const shown = [
              formatNumber(week.level, decimals),
              formatSignedNumber(week.change, decimals),
              formatSignedNumber(week.fiveYearChange, decimals),
              formatNumber(week.fiveYearMean, decimals),
              formatNumber(week.fiveYearLow, decimals),
              formatNumber(week.fiveYearHigh, decimals),
              `${formatSignedNumber(week.departure, decimals)} (${formatPercent(week.departurePercent, 1)})`,
            ];
            return (
              <tr key={week.weekEnding}>
                <th scope="row">
                  <time dateTime={week.weekEnding} className="unbroken">
                    {week.weekEnding}
                  </time>
                </th>
                {shown.map((text, index) => (
                  <td key={COLUMNS[index]} data-number>
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
