// Dashboard view: tiles, quotes, settings, auto-trading, panels and positions.
import { useNavigation } from '@remix-run/react';
import type { DeskDto } from '../../contracts/messages';
import type { SignalsDto } from '../../contracts/signals';
import type { DashboardPanels } from '../../contracts/dashboard';
import type { StrategiesDto } from '../../contracts/strategies';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount, formatDollars } from '../../trading/domain/format';
import { ErrorSummary } from '../error-summary';
import { Timestamp } from '../figures';
import { SignalsPanel } from '../signals/signals-panel';
import { PriceMapPanel } from '../maps/price-map-panel';
import { Ticker } from '../ticker';
import type { Failure } from './action-answer';
import { AutoTradingTable } from './auto-trading-table';
import { CircuitBreakers } from './circuit-breakers';
import styles from './dashboard.module.css';
import { DecisionLog } from './decision-log';
import { DeskButtons } from './desk-buttons';
import { ModeLinks } from './mode-links';
import panels from './panels.module.css';
import { PositionsTable } from './positions-table';
import { QuotesSection } from './quotes-table';
import { SettingsPanel } from './settings-panel';
import { StrategiesPanel } from './strategies-panel';
import { Tiles } from './tiles';
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
  readonly isSettingsOpen: boolean;
  readonly failure: Failure | null;
}

const SETTINGS_INTENT = 'settings';

export function DashboardView({ desk, failure, ...page }: DashboardProps) {
  const isSettingsFailure = failure?.intent === SETTINGS_INTENT;
  return (
    <>
      {failure && !isSettingsFailure ? (
        <ErrorSummary title={failure.title} lines={[failure.message]} />
      ) : null}
      {desk.margin.calledAt === null ? null : (
        <WarningView title="MARGIN CALL" text={formatMarginCall(desk.margin)} />
      )}
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
      <Ticker id="market-ticker" label="Market ticker" items={page.panels.ticker} kind="market" />
      <Tiles
        desk={desk}
        riskLevel={page.settings.riskLevel}
        nowMs={page.nowMs}
        timeZone={page.timeZone}
        marketZone={page.marketZone}
      />
      <ModeLinks shown={page.commodity} />
      <QuotesSection
        commodity={page.commodity}
        quotes={page.quotes}
        atMs={page.quotedMs}
        market={desk.market}
        sparklines={page.panels.sparklines}
      />
      <SettingsPanel
        settings={page.settings}
        isOpen={page.isSettingsOpen || isSettingsFailure}
        failure={isSettingsFailure ? failure : null}
      />
      <AutoTradingTable rows={desk.commodities} shown={page.commodity} />
      <CircuitBreakers desk={desk} />
      <div className={panels['three']}>
        <SignalsPanel {...page.signals} shown={page.commodity} />
        <PriceMapPanel {...page.panels.priceMap} timeZone={page.timeZone} />
        <StrategiesPanel {...page.strategies} />
      </div>
      <div className={panels['two']}>
        <WeatherFeed {...page.panels.feed} timeZone={page.timeZone} />
        <DecisionLog rows={page.panels.decisions} timeZone={page.timeZone} />
      </div>
      <PositionsTable rows={desk.positions} timeZone={page.timeZone} />
    </>
  );
}

const formatMarginCall = ({ equity, maintenance }: DeskDto['margin']): string =>
  `equity ${formatDollars(equity)}, maintenance ${formatDollars(maintenance)}. Entries blocked; positions are reduced at the next price.`;

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
        <>
          Market {market}, as of <Timestamp iso={asOf} timeZone={timeZone} />, sequence{' '}
          <span data-seq={asOfSeq}>{formatCount(asOfSeq)}</span>
        </>
      )}
    </p>
  );
}
