// Dashboard view: tiles, quotes, settings, auto-trading, panels and positions.
import { useNavigation } from '@remix-run/react';
import { useMemo } from 'react';
import type { DeskDto } from '../../contracts/messages';
import type { SignalsDto } from '../../contracts/signals';
import type { DashboardPanels, FirstStepsDto } from '../../contracts/dashboard';
import type { StrategiesDto } from '../../contracts/strategies';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { ErrorSummary } from '../error-summary';
import { Timestamp } from '../figures';
import { CalendarStrip } from '../calendar/calendar-strip';
import { ContractChart } from '../contract-chart/contract-chart';
import { Section } from '../live/section';
import { useSection } from '../live/use-section';
import { SignalsPanel } from '../signals/signals-panel';
import { PriceMapPanel } from '../maps/price-map-panel';
import { PowerSection } from '../power/power-section';
import { Ticker } from '../ticker';
import type { Failure } from './action-answer';
import { AutoTradingTable } from './auto-trading-table';
import { CircuitBreakers } from './circuit-breakers';
import styles from './dashboard.module.css';
import { DecisionLog } from './decision-log';
import { DeskButtons } from './desk-buttons';
import { FirstSteps } from './first-steps';
import { HeatRow } from './heat-row';
import panels from './panels.module.css';
import { PositionsStrip } from './positions-strip';
import { PositionsTable } from './positions-table';
import { QuotesSection } from './quotes-table';
import { SettingsPanel } from './settings-panel';
import { StrategiesPanel } from './strategies-panel';
import { Tiles } from './tiles';
import { useFailureToast } from './use-failure-toast';
import { WeatherFeed } from './weather-feed';
import type { QuoteDto } from '../../contracts/api/quotes';
import type { SettingsDto } from '../../contracts/api/account';

interface Warning {
  readonly title: string;
  readonly text: string;
}

interface DashboardProps {
  readonly desk: DeskDto;
  readonly settings: SettingsDto;
  readonly commodity: CommodityKey;
  /** Range of the contract chart, as in the address; '' for its default. */
  readonly range: string;
  readonly quotes: readonly QuoteDto[];
  readonly strategies: StrategiesDto;
  readonly signals: SignalsDto;
  readonly panels: DashboardPanels;
  /** Engine time at which the quotes were read. */
  readonly quotedMs: number;
  readonly nowMs: number;
  readonly timeZone: string;
  /** Time zone of the market hours. */
  readonly marketZone: string;
  /** Warnings above the dashboard. */
  readonly warnings: readonly Warning[];
  /** Done steps of the guided start; null while it is hidden. */
  readonly doneSteps: FirstStepsDto | null;
  readonly isSettingsOpen: boolean;
  readonly failure: Failure | null;
}

const SETTINGS_INTENT = 'settings';

export function DashboardView({ desk, failure, ...page }: DashboardProps) {
  const isSettingsFailure = failure?.intent === SETTINGS_INTENT;
  useFailureToast(failure);
  const { commodity, quotes, quotedMs } = page;
  const loadedQuotes = useMemo(() => ({ quotes, quotedMs }), [quotes, quotedMs]);
  const market = useSection('ticker', page.panels, { commodity });
  return (
    <>
      {failure && !isSettingsFailure ? (
        <ErrorSummary title={failure.title} lines={[failure.message]} />
      ) : null}
      {page.warnings.map((warning) => (
        <WarningView key={warning.title} {...warning} />
      ))}
      <div className={styles['head']}>
        <div>
          <h1>Trading Dashboard</h1>
          <DataTime desk={desk} timeZone={page.timeZone} />
        </div>
        <DeskButtons {...desk} />
      </div>
      {page.doneSteps ? (
        <FirstSteps from={`/?commodity=${page.commodity}`} done={page.doneSteps} />
      ) : null}
      <Ticker id="market-ticker" label="Market ticker" items={market.ticker} kind="market" />
      <Tiles
        desk={desk}
        riskLevel={page.settings.riskLevel}
        nowMs={page.nowMs}
        timeZone={page.timeZone}
        marketZone={page.marketZone}
        exchanges={market.exchanges}
      />
      <PositionsStrip rows={desk.positions} />
      <HeatRow desk={desk} heat={market.heat} shown={commodity} />
      <Section name="chart" loaded={page.panels.chart} commodity={commodity} range={page.range}>
        {(chart) => (chart === null ? null : <ContractChart id="contract-chart" {...chart} />)}
      </Section>
      {page.panels.power === null ? null : (
        <Section name="power" loaded={page.panels.power} commodity={commodity}>
          {(power) => (power === null ? null : <PowerSection panel={power} />)}
        </Section>
      )}
      <Section name="events" loaded={page.panels.events} commodity={commodity}>
        {(events) => <CalendarStrip {...events} />}
      </Section>
      <Section name="quotes" loaded={loadedQuotes} commodity={commodity}>
        {(shown) => (
          <QuotesSection
            commodity={commodity}
            quotes={shown.quotes}
            atMs={shown.quotedMs}
            market={desk.market}
            sparklines={page.panels.sparklines}
          />
        )}
      </Section>
      <SettingsPanel
        settings={page.settings}
        isOpen={page.isSettingsOpen || isSettingsFailure}
        failure={isSettingsFailure ? failure : null}
      />
      <AutoTradingTable
        rows={desk.commodities}
        positions={desk.positions}
        shown={page.commodity}
        runBlock={desk.runBlock}
      />
      <CircuitBreakers desk={desk} />
      <div className={panels['three']}>
        <Section name="signals" loaded={page.signals} commodity={commodity}>
          {(signals) => <SignalsPanel {...signals} shown={commodity} />}
        </Section>
        <Section name="map" loaded={page.panels.priceMap} commodity={commodity}>
          {(priceMap) => <PriceMapPanel {...priceMap} />}
        </Section>
        <Section name="strategies" loaded={page.strategies} commodity={commodity}>
          {(strategies) => <StrategiesPanel {...strategies} />}
        </Section>
      </div>
      <div className={panels['two']}>
        <Section name="feed" loaded={page.panels.feed} commodity={commodity}>
          {(feed) => <WeatherFeed {...feed} timeZone={page.timeZone} />}
        </Section>
        <Section name="decisions" loaded={page.panels.decisions} commodity={commodity}>
          {(decisions) => <DecisionLog rows={decisions} timeZone={page.timeZone} />}
        </Section>
      </div>
      <PositionsTable rows={desk.positions} timeZone={page.timeZone} />
    </>
  );
}

function WarningView({ title, text }: Warning) {
  return (
    <section className={styles['warning']} aria-label={title}>
      <strong>{title}</strong> {text}
    </section>
  );
}

function DataTime({
  desk: { market, asOf, asOfSeq },
  timeZone,
}: Pick<DashboardProps, 'desk' | 'timeZone'>) {
  const isLoading = useNavigation().state === 'loading';
  return (
    <p className="muted">
      {isLoading ? (
        'Loading...'
      ) : (
        <span
          className={styles['asOf']}
          data-seq={asOfSeq}
          title={`Market ${market}, sequence ${formatCount(asOfSeq)}`}
        >
          As of <Timestamp iso={asOf} timeZone={timeZone} />
        </span>
      )}
    </p>
  );
}
