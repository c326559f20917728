/**
 * The report of a backtest: what was tested on what and how, what came of it, and how far that
 * could be luck.
 */
import type { ReactNode } from 'react';
import type { BacktestRun } from '../../trading/backtest/tape';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  formatMoney,
  signedMoney,
  signedPercent,
  formatSentence,
} from '../../trading/domain/format';
import { changeSince } from '../../trading/domain/change';
import { type EpochMs, addMills, subtractMills, toMills } from '../../trading/domain/units';
import { CostsFigure } from './costs';
import { DoubtSection, Verdict } from './overfitting-tests';
import { EquityFigure } from './equity';
import { NotAvailable, Signed } from './figure-text';
import type { BacktestModel, CostSplit, CurvePoint } from './model';
import { MonthlyGrid } from './monthly';
import { Moment, type Section, renderPage } from './page';
import { ResultsFigure } from './results';
import { DescriptionList, MetricTable, ReportTable } from './table';
import { TradeTable } from './trades';

/**
 * The whole file as one string. Throws RangeError when the run's columns differ in length or a
 * trade names an unknown instrument.
 */
export function backtestReport(model: BacktestModel): string {
  return renderPage({
    title: model.title,
    lead: <Lead model={model} />,
    sections: buildSections(model),
    making: model.making,
  });
}

function buildSections(model: BacktestModel): Section[] {
  const {
    run,
    making: { timeZone },
    metrics,
    years,
  } = model;
  return [
    { id: 'playbook', title: 'Playbook', body: <PlaybookBody model={model} /> },
    { id: 'method', title: 'Data and method', body: <MethodBody model={model} /> },
    { id: 'doubt', title: 'Could it be luck?', body: <DoubtSection doubt={model.doubt} /> },
    {
      id: 'equity',
      title: 'Equity',
      startsSheet: true,
      body: <EquityFigure id="equity-drawing" points={buildCurve(run)} timeZone={timeZone} />,
    },
    { id: 'months', title: 'Months', body: <MonthlyGrid years={years} /> },
    {
      id: 'figures',
      title: 'Figures',
      startsSheet: true,
      body: metrics.map(({ name, rows }, place) => (
        <MetricTable key={place} id={`figures-${place + 1}`} caption={name} rows={rows} />
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
      id: 'results',
      title: 'Results of trades',
      body: (
        <ResultsFigure
          id="results-drawing"
          results={run.trades.map(({ profitMills }) => profitMills)}
        />
      ),
    },
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
  ];
}

/** The curve as rows. */
function buildCurve({ stampsMs, equityMills }: BacktestRun): CurvePoint[] {
  if (stampsMs.length !== equityMills.length)
    throw new RangeError(
      `a run has ${stampsMs.length} moments and ${equityMills.length} values; hand over one value for each`,
    );
  return Array.from(stampsMs, (atMs, bar) => ({
    atMs,
    equityMills: toMills(Math.round(equityMills[bar] ?? 0)),
  }));
}

/**
 * Net is the change of equity, so that what is still open at the end counts; slippage is what the
 * trades tell.
 */
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
  const { playbook, run, data, doubt, making } = model;
  const { netMills } = buildCostSplit(run);
  const { percent } = changeSince(run.capitalMills, addMills(run.capitalMills, netMills));
  const commodity = COMMODITIES[playbook.commodity].displayName;
  return (
    <>
      <p>
        {playbook.name} ({playbook.id}) on {commodity}, market {data.market},{' '}
        {formatSpan(run, making.timeZone)}. Simulated: no order of this report was ever sent.
      </p>
      <Verdict doubt={doubt} />
      <DescriptionList
        rows={[
          ['Capital', formatMoney(run.capitalMills)],
          [
            'Net result',
            <>
              <Signed>{signedMoney(netMills)}</Signed> (<Signed>{signedPercent(percent)}</Signed>)
            </>,
          ],
          ['Trades', formatCount(run.trades.length)],
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
          ['Why it might work, and when it will not', text.why],
        ]}
      />
    </>
  );
}

function MethodBody({ model }: { model: BacktestModel }) {
  const { data, method, notModelled, run, making } = model;
  const { source, hash } = data;
  const sourceRow: [string, string] =
    source.kind === 'simulated'
      ? ['Seed of the simulated world', source.seed]
      : ['Files', source.names.join(', ')];
  const rows: [string, ReactNode][] = [
    ['Market', data.market],
    sourceRow,
    ['Bars', formatCount(run.bars)],
    ['From', <BarMoment atMs={run.stampsMs.at(0)} timeZone={making.timeZone} />],
    ['To', <BarMoment atMs={run.stampsMs.at(-1)} timeZone={making.timeZone} />],
    ['Digest of the data', hash.value ?? <NotAvailable reason={hash.reason} />],
  ];
  return (
    <>
      <DescriptionList rows={rows} />
      <DescriptionList isProse rows={method.map(({ name, text }) => [name, text])} />
      {notModelled.length === 0 ? null : (
        <>
          <h3>What is not modelled</h3>
          <ul className="plain">
            {notModelled.map((one, place) => (
              <li key={place}>{formatSentence(one)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const BarMoment = ({ atMs, timeZone }: { atMs: EpochMs | undefined; timeZone: string }) =>
  atMs === undefined ? <>no bar</> : <Moment atMs={atMs} timeZone={timeZone} />;

/** Figures of risk, and the orders that never became a fill. */
function RiskBody({ model: { risk, run } }: { model: BacktestModel }) {
  const heldBars = run.held.reduce((sum, one) => sum + one, 0);
  return (
    <>
      {run.held.length === 0 ? null : (
        <p>
          Something was held in {formatCount(heldBars)} of {formatCount(run.held.length)} bars.
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
  if (rows.length === 0) return <p>No order was refused or held back.</p>;
  return (
    <ReportTable
      id="refusals-table"
      caption="Orders that were refused or held back"
      columns={[
        { name: 'Reason', isText: true },
        { name: 'Times', isNumber: true },
      ]}
      rows={rows}
    />
  );
}
