/**
 * The report of a backtest: what was tested on what and how, what came of it, and how far that
 * could be luck.
 */
import type { BacktestRun } from '../../trading/backtest/tape';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  formatMoney,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { changeSince } from '../../trading/domain/change';
import { type EpochMs, addMills, subtractMills, toMills } from '../../trading/domain/units';
import { costsFigure } from './costs';
import { doubtSection, assessOverfitting } from './overfitting-tests';
import { equityFigure } from './equity';
import { formatSentence, signed, formatText } from './figure-text';
import { type Markup, type Part, html } from './markup';
import type { BacktestModel, CostSplit, CurvePoint, Remark } from './model';
import { monthlyGrid } from './monthly';
import { type Section, formatMoment, renderPage } from './page';
import { resultsFigure } from './results';
import { renderList, metricTable, renderTable } from './table';
import { tradeTable } from './trades';

/**
 * The whole file as one string. Throws RangeError when the run's columns differ in length or a
 * trade names an unknown instrument.
 */
export function backtestReport(model: BacktestModel): string {
  return renderPage({
    title: model.title,
    lead: leadOf(model),
    sections: sectionsOf(model),
    making: model.making,
  });
}

function sectionsOf(model: BacktestModel): Section[] {
  const {
    run,
    making: { timeZone },
    metrics,
    risk,
    years,
  } = model;
  return [
    { id: 'playbook', title: 'Playbook', body: playbookBody(model) },
    { id: 'method', title: 'Data and method', body: methodBody(model) },
    { id: 'doubt', title: 'Could it be luck?', body: doubtSection(model.doubt) },
    {
      id: 'equity',
      title: 'Equity',
      startsSheet: true,
      body: equityFigure('equity-drawing', pointsOf(run), timeZone),
    },
    { id: 'months', title: 'Months', body: monthlyGrid(years) },
    {
      id: 'figures',
      title: 'Figures',
      startsSheet: true,
      body: metrics.map(({ name, rows }, place) => metricTable(`figures-${place + 1}`, name, rows)),
    },
    { id: 'risk', title: 'Risk', body: riskBody(metricTable('risk-table', 'Risk', risk), run) },
    {
      id: 'costs',
      title: 'Costs',
      startsSheet: true,
      body: costsFigure('costs-drawing', costsOf(run)),
    },
    {
      id: 'results',
      title: 'Results of trades',
      body: resultsFigure(
        'results-drawing',
        run.trades.map(({ profitMills }) => profitMills),
      ),
    },
    {
      id: 'trades',
      title: 'Trades',
      startsSheet: true,
      body: tradeTable('trades-table', run.trades, model.instruments, timeZone),
    },
  ];
}

/** The curve as rows. */
function pointsOf({ stampsMs, equityMills }: BacktestRun): CurvePoint[] {
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
function costsOf(run: BacktestRun): CostSplit {
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

function leadOf({ playbook, run, data, doubt, making: { timeZone } }: BacktestModel): Markup {
  const { netMills } = costsOf(run);
  const ends = [run.stampsMs.at(0), run.stampsMs.at(-1)];
  return html`<p>${playbook.name} (${playbook.id}) on ${COMMODITIES[playbook.commodity].displayName}, market ${data.market}, ${spanText(ends, timeZone)}. Simulated: no order of this report was ever sent.</p>
<p class="verdict ${assessOverfitting(doubt).hasEdge ? 'up' : 'down'}">${formatText(assessOverfitting(doubt).sentence)}</p>
${renderList([
  ['Capital', formatMoney(run.capitalMills)],
  [
    'Net result',
    html`${signed(signedMoney(netMills))} (${signed(signedPercent(changeSince(run.capitalMills, addMills(run.capitalMills, netMills)).percent))})`,
  ],
  ['Trades', formatCount(run.trades.length)],
  ['Bars', formatCount(run.bars)],
])}`;
}

const spanText = ([from, to]: readonly (EpochMs | undefined)[], timeZone: string): string =>
  from === undefined || to === undefined
    ? 'no bar'
    : `${formatDate(from, timeZone)} to ${formatDate(to, timeZone)}`;

const prose = (rows: readonly Remark[]): Markup =>
  html`<dl class="prose">${rows.map(({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;

function playbookBody({ playbook }: BacktestModel): Markup {
  const { id, name, description, commodity, riskLevel, timeframe, bar, text } = playbook;
  return html`<p>${description}</p>
${renderList([
  ['Name', name],
  ['Id', id],
  ['Commodity', COMMODITIES[commodity].displayName],
  ['Risk', riskLevel],
  ['Timeframe', timeframe],
  ['Bars', bar],
])}
${prose([
  { name: 'What it trades', text: text.what },
  { name: 'When', text: text.when },
  { name: 'How', text: text.how },
  { name: 'Why it might work, and when it will not', text: text.why },
])}`;
}

function methodBody({
  data,
  method,
  notModelled,
  run,
  making: { timeZone },
}: BacktestModel): Markup {
  const { source, hash } = data;
  const [from, to] = [run.stampsMs.at(0), run.stampsMs.at(-1)];
  const rows: [string, Part][] = [
    ['Market', data.market],
    source.kind === 'simulated'
      ? ['Seed of the simulated world', source.seed]
      : ['Files', source.names.join(', ')],
    ['Bars', formatCount(run.bars)],
    ['From', from === undefined ? 'no bar' : formatMoment(from, timeZone)],
    ['To', to === undefined ? 'no bar' : formatMoment(to, timeZone)],
    [
      'Digest of the data',
      hash.value === null ? html`N/A<span class="reason">${hash.reason}</span>` : hash.value,
    ],
  ];
  const left =
    notModelled.length === 0
      ? null
      : html`<h3>What is not modelled</h3><ul class="plain">${notModelled.map((one) => html`<li>${formatSentence(one)}</li>`)}</ul>`;
  return html`${renderList(rows)}
${prose(method)}
${left}`;
}

/** Figures of risk, and the orders that never became a fill. */
function riskBody(figures: Markup, { refusals, held }: BacktestRun): Markup {
  const bars = held.reduce((sum, one) => sum + one, 0);
  const use =
    held.length === 0
      ? null
      : html`<p>Something was held in ${formatCount(bars)} of ${formatCount(held.length)} bars.</p>`;
  const rows = [...refusals]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => [reason, formatCount(times)]);
  const refused =
    rows.length === 0
      ? html`<p>No order was refused or held back.</p>`
      : renderTable({
          id: 'refusals-table',
          caption: 'Orders that were refused or held back',
          columns: [
            { name: 'Reason', isText: true },
            { name: 'Times', isNumber: true },
          ],
          rows,
        });
  return html`${use}
${figures}
${refused}`;
}
