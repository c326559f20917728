// Institutional page: risk, execution, latency and network performance.
import type { InstitutionalDto } from '../../contracts/institutional';
import { formatNumber, formatPercent } from '../../trading/domain/format';
import { FoldedCard } from './card';
import { Figure, Figures, NoData } from './figures';
import { ExecutionCard, LatencyCard } from './execution-card';
import styles from './institutional.module.css';
import { SensitivityCard } from './sensitivity-card';
import { StressCard } from './stress-card';
import { VarCard } from './var-card';
import { buildHref } from '../../contracts/base-path';

export function InstitutionalView({
  figures,
  timeZone,
}: {
  figures: InstitutionalDto;
  timeZone: string;
}) {
  const { risk, lossLimit, work, tests, testReason } = figures;
  const { execution, latency, weather, performance } = figures;
  return (
    <>
      <div>
        <h1>Institutional</h1>
        <p className="muted">
          How much can I lose? Computed from your positions, orders and prices.{' '}
          <a href={buildHref('/what-if')} data-visit="">
            What-if order
          </a>
        </p>
      </div>
      <div className={styles['answers']}>
        <VarCard
          risk={risk}
          lossLimit={lossLimit}
          history={figures.varHistory}
          tests={tests}
          testReason={testReason}
          timeZone={timeZone}
        />
        <StressCard risk={risk} chart={figures.stressChart} work={work} timeZone={timeZone} />
      </div>
      <SensitivityCard risk={risk} />
      <ExecutionCard execution={execution} />
      <LatencyCard latency={latency} />
      <WeatherCard weather={weather} />
      <PerformanceCard performance={performance} />
    </>
  );
}

const WEATHER_HOW = [
  'Network output on public forecasts, as in the WEATHER_INTELLIGENCE message. Confidence is the probability, calibrated out-of-sample.',
] as const;

function WeatherCard({ weather }: Pick<InstitutionalDto, 'weather'>) {
  const {
    dopplerRadarAnalysis: rain,
    satelliteImagery: crops,
    aiPredictions: { naturalGasSpike: spike },
    reason,
  } = weather;
  const hasAny = [rain.confidence, crops.cropHealthIndex, spike.probability].some(
    (value) => value !== null,
  );
  return (
    <FoldedCard
      id="weather-intelligence"
      title="Weather Intelligence"
      lead={
        spike.probability !== null
          ? `natural gas spike ${formatPercent(spike.probability * 100, 0)}`
          : hasAny
            ? 'no probability of a natural gas spike'
            : 'no data'
      }
      source="Neural network forecasts."
      how={WEATHER_HOW}
    >
      {rain.precipitationForecast === null ? null : <p>{rain.precipitationForecast}.</p>}
      {hasAny ? (
        <Figures>
          <Figure
            name="Confidence of the rain forecast"
            value={formatPercent(rain.confidence === null ? null : rain.confidence * 100, 0)}
            note={
              rain.confidence === null ? 'no public probability of rain for tomorrow' : undefined
            }
          />
          <Figure name="Crop health index" value={formatNumber(crops.cropHealthIndex, 0)} />
          <Figure
            name="Natural gas spike"
            value={formatPercent(spike.probability === null ? null : spike.probability * 100, 0)}
            note={`${spike.targetPrice === null ? 'no target' : `to $${formatNumber(spike.targetPrice, 3)}`}, ${spike.timeframe ?? 'no time'}`}
          />
        </Figures>
      ) : null}
      {reason === null ? null : hasAny ? (
        <p className="muted">{reason}</p>
      ) : (
        <NoData why={reason} />
      )}
    </FoldedCard>
  );
}

const PERFORMANCE_HOW = [
  'Signals are recorded before the outcome and scored at expiry, next to benchmarks.',
] as const;

const PerformanceCard = ({
  performance: { rows, reason },
}: Pick<InstitutionalDto, 'performance'>) => (
  <FoldedCard
    id="ai-performance"
    title="AI Trading Performance"
    lead={rows[0] ? `${rows[0].name}: ${rows[0].value}` : 'no data'}
    source="Scored signals."
    how={PERFORMANCE_HOW}
  >
    {rows.length === 0 ? null : (
      <Figures>
        {rows.map(({ name, value, note }) => (
          <Figure key={name} name={name} value={value} note={note} />
        ))}
      </Figures>
    )}
    {reason === null ? null : <NoData why={reason} />}
  </FoldedCard>
);
