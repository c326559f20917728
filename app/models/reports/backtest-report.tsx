/** The backtest report: method, results and overfitting tests. */
import type { ReactNode } from 'react';
import { groupTrades } from '../../trading/backtest/grouped-trades';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  formatMoney,
  formatSignedMoney,
  formatSignedPercent,
  formatSentence,
} from '../../trading/domain/format';
import { computeMoneyChange } from '../../trading/domain/change';
import {
  type EpochMs,
  addMills,
  subtractMills,
  toDollars,
  toMills,
} from '../../trading/domain/units';
import { CostsFigure } from './costs-figure';
import { OverfittingSection, Verdict } from './overfitting-tests';
import { EquityFigure } from './equity-figure';
import { NotAvailable, Signed } from './figure-text';
import type { BacktestModel, CostSplit, CurvePoint } from './report-model';
import { MonthlyGrid } from './monthly-grid';
import { Moment, type Section, renderPage } from './page';
import { ResultsFigure } from './results-figure';
import { DescriptionList, MetricTable, ReportTable } from './report-table';
import { TradeTable } from './trade-table';
import { WorldFan } from './world-fan';

/**
 * Renders the report as HTML. Throws RangeError if column lengths differ or a trade has an unknown
 * instrument.
 */
export function renderBacktestReport(model: BacktestModel): string {
  return renderPage({
    title: model.title,
    lead: <Lead model={model} />,
    sections: buildSections(model),
    making: model.origin,
  });
}

function buildSections(model: BacktestModel): Section[] {
  const {
    run,
    origin: { timeZone },
    metrics,
    years,
  } = model;
  const points = buildCurve(run);
  return [
    {
      id: 'equity',
      title: 'Equity and drawdown',
      body: <EquityFigure id="equity-drawing" points={points} timeZone={timeZone} />,
    },
    { id: 'months', title: 'Months', body: <MonthlyGrid years={years} /> },
    {
      id: 'trades',
      title: 'Trades',
      startsSheet: true,
      body: (
        <TradeTable
          id="trades-table"
          trades={run.trades}
          instruments={model.instruments}
          timeZone={timeZone}
        />
      ),
    },
    {
      id: 'worlds',
      title: 'Other simulations',
      startsSheet: true,
      body: (
        <WorldFan
          id="worlds-drawing"
          record={model.record}
          points={points}
          capital={toDollars(run.capitalMills)}
        />
      ),
    },
    {
      id: 'results',
      title: 'Trade results',
      body: (
        <ResultsFigure
          id="results-drawing"
          results={groupTrades(run.trades).map(({ realisedMills, feesMills }) =>
            subtractMills(realisedMills, feesMills),
          )}
        />
      ),
    },
    {
      id: 'figures',
      title: 'Figures',
      startsSheet: true,
      body: metrics.map(({ name, rows }, index) => (
        <MetricTable key={index} id={`figures-${index + 1}`} caption={name} rows={rows} />
      )),
    },
    { id: 'risk', title: 'Risk', body: <RiskBody model={model} /> },
    {
      id: 'costs',
      title: 'Costs',
      startsSheet: true,
      body: <CostsFigure id="costs-drawing" split={buildCostSplit(run)} />,
    },
    {
      id: 'doubt',
      title: 'Overfitting tests',
      body: <OverfittingSection tests={model.overfitting} />,
    },
    { id: 'method', title: 'Data and method', body: <MethodBody model={model} /> },
    { id: 'playbook', title: 'Playbook', body: <PlaybookBody model={model} /> },
  ];
}

function buildCurve({ stampsMs, equityMills }: BacktestRun): CurvePoint[] {
  if (stampsMs.length !== equityMills.length)
    throw new RangeError(
      `a run has ${stampsMs.length} moments and ${equityMills.length} values; expected one value for each`,
    );
  return Array.from(stampsMs, (atMs, bar) => ({
    atMs,
    equityMills: toMills(Math.round(equityMills[bar] ?? 0)),
  }));
}

/** Net is the change of equity, including open positions; slippage is summed over trades. */
function buildCostSplit(run: BacktestRun): CostSplit {
  const endMills = run.equityMills.at(-1);
  const netMills =
    endMills === undefined
      ? toMills(0)
      : subtractMills(toMills(Math.round(endMills)), run.capitalMills);
  const frictionMills = run.trades.reduce(
    (sum, { slippageMills }) => addMills(sum, slippageMills),
    toMills(0),
  );
  return {
    netMills,
    feesMills: run.feesMills,
    frictionMills,
    grossMills: addMills(netMills, run.feesMills, frictionMills),
  };
}

function Lead({ model }: { model: BacktestModel }) {
  const { playbook, run, data, overfitting, origin } = model;
  const { netMills } = buildCostSplit(run);
  const positions = groupTrades(run.trades);
  const { percent } = computeMoneyChange(run.capitalMills, addMills(run.capitalMills, netMills));
  const commodity = COMMODITIES[playbook.commodity].displayName;
  return (
    <>
      <p>
        {playbook.name} ({playbook.id}) on {commodity}, market {data.market},{' '}
        {formatSpan(run, origin.timeZone)}. Simulated: no order was sent.
      </p>
      <Verdict tests={overfitting} />
      <DescriptionList
        rows={[
          ['Capital', formatMoney(run.capitalMills)],
          [
            'Net result',
            <>
              <Signed>{formatSignedMoney(netMills)}</Signed> (
              <Signed>{formatSignedPercent(percent)}</Signed>)
            </>,
          ],
          ['Trades', formatCount(positions.length)],
          ['Bars', formatCount(run.bars)],
        ]}
      />
    </>
  );
}

function formatSpan({ stampsMs }: BacktestRun, timeZone: string): string {
  const [from, to] = [stampsMs.at(0), stampsMs.at(-1)];
  if (from === undefined || to === undefined) return 'no bar';
  return `${formatDate(from, timeZone)} to ${formatDate(to, timeZone)}`;
}

function PlaybookBody({ model: { playbook } }: { model: BacktestModel }) {
  const { id, name, description, commodity, riskLevel, timeframe, bar, text } = playbook;
  return (
    <>
      <p>{description}</p>
      <DescriptionList
        rows={[
          ['Name', name],
          ['Id', id],
          ['Commodity', COMMODITIES[commodity].displayName],
          ['Risk', riskLevel],
          ['Timeframe', timeframe],
          ['Bars', bar],
        ]}
      />
      <DescriptionList
        isProse
        rows={[
          ['What it trades', text.what],
          ['When', text.when],
          ['How', text.how],
          ['Rationale and risks', text.why],
        ]}
      />
    </>
  );
}

function MethodBody({ model }: { model: BacktestModel }) {
  const { data, method, omissions, run, origin } = model;
  const { source, hash } = data;
  const sourceRow: [string, string] =
    source.kind === 'simulated'
      ? ['Simulation seed', source.seed]
      : ['Files', source.names.join(', ')];
  const rows: [string, ReactNode][] = [
    ['Market', data.market],
    sourceRow,
    ['Bars', formatCount(run.bars)],
    ['From', <BarMoment atMs={run.stampsMs.at(0)} timeZone={origin.timeZone} />],
    ['To', <BarMoment atMs={run.stampsMs.at(-1)} timeZone={origin.timeZone} />],
    ['Digest of the data', hash.value ?? <NotAvailable reason={hash.reason} />],
  ];
  return (
    <>
      <DescriptionList rows={rows} />
      <DescriptionList isProse rows={method.map(({ name, text }) => [name, text])} />
      {omissions.length === 0 ? null : (
        <>
          <h3>Not modeled</h3>
          <ul className="plain">
            {omissions.map((text, index) => (
              <li key={index}>{formatSentence(text)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const BarMoment = ({ atMs, timeZone }: { atMs: EpochMs | undefined; timeZone: string }) =>
  atMs === undefined ? <>no bar</> : <Moment atMs={atMs} timeZone={timeZone} />;

/** Risk figures and rejected orders. */
function RiskBody({ model: { risk, run } }: { model: BacktestModel }) {
  const heldBars = run.held.reduce((sum, text) => sum + text, 0);
  return (
    <>
      {run.held.length === 0 ? null : (
        <p>
          Positions were open in {formatCount(heldBars)} of {formatCount(run.held.length)} bars.
        </p>
      )}
      <MetricTable id="risk-table" caption="Risk" rows={risk} />
      <RefusalTable refusals={run.refusals} />
    </>
  );
}

function RefusalTable({ refusals }: Pick<BacktestRun, 'refusals'>) {
  const rows = [...refusals]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => [reason, formatCount(times)]);
  if (rows.length === 0) return <p>No order was rejected.</p>;
  return (
    <ReportTable
      id="refusals-table"
      caption="Rejected orders"
      columns={[
        { name: 'Reason', isText: true },
        { name: 'Times', isNumber: true },
      ]}
      rows={rows}
    />
  );
}
