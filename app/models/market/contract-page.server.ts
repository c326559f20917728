// Page of a contract: quote, call, position, chart, and links to the other contracts.
import type { ChartLink, ContractPageDto } from '../../contracts/contract-chart';
import type { Terminal } from '../desk/terminal';
import { listSignals } from '../signals/signals.server';
import type { DeskView } from '../../trading/desk-view';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { computeContractFraction, getHub } from '../../trading/domain/contract';
import {
  formatAge,
  formatNumber,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
  formatSignedNumber,
  formatSize,
  getLikelierSide,
} from '../../trading/domain/format';
import { type Instrument, getChain, getCode, toPriceNumber } from '../../trading/domain/instrument';
import { getMarketName } from '../../trading/domain/market-name';
import { findTradedContract } from '../../trading/engine/chain';
import { findChartContract } from './bars.server';
import { listCommodityChains } from './curve-chain';
import { computeChange } from './quotes.server';
import { buildChartPath, buildContractChart } from './contract-chart.server';

interface ContractPageRequest {
  readonly desk: Terminal;
  readonly userId: string;
  readonly view: DeskView;
  /** Contract code or root symbol. */
  readonly name: string;
  readonly range: string | null;
  readonly timeZone: string;
}

/** Returns null for an unknown contract. */
export async function buildContractPage(
  request: ContractPageRequest,
): Promise<ContractPageDto | null> {
  const { desk, view, name } = request;
  const instrument = findChartContract(desk, view.market, name);
  if (!instrument) return null;
  const chart = await buildContractChart({
    ...request,
    instrument,
    linkTo: (range) => `${buildChartPath(name)}?range=${range}`,
  });
  const lastClose = chart.data?.bars.at(-1)?.[4] ?? null;
  return {
    chart,
    ...buildQuote(desk, view, instrument, lastClose),
    call: buildCall(desk, view, instrument),
    position: buildPosition(view, instrument),
    commodities: listCommodityLinks(desk, view, instrument),
    months: listMonthLinks(desk, view, instrument),
  };
}

/** Last price and change of the day; a month that is not quoted shows its last bar. */
function buildQuote(
  desk: Terminal,
  { market }: DeskView,
  instrument: Instrument,
  lastClose: number | null,
): Pick<ContractPageDto, 'last' | 'change' | 'quoteNote'> {
  const { markets, nowMs } = desk.state();
  const row = markets[market]?.instruments[instrument.id];
  const { decimals } = instrument.tick;
  if (!row?.quote)
    return {
      last: formatNumber(lastClose, decimals),
      change: null,
      quoteNote: 'last bar; this month is not quoted',
    };
  const { quote } = row;
  const { change, changePercent } = computeChange(row, quote.lastTicks);
  return {
    last: formatNumber(toPriceNumber(instrument, quote.lastTicks), decimals),
    change:
      change === null
        ? null
        : {
            amount: change,
            text: `${formatSignedNumber(change, decimals)}${changePercent === null ? '' : ` (${formatSignedPercent(changePercent)})`}`,
          },
    quoteNote: `${row.priceSource ?? market}, ${formatAge(nowMs - quote.atMs)} old`,
  };
}

function buildCall(
  desk: Terminal,
  view: DeskView,
  instrument: Instrument,
): ContractPageDto['call'] {
  const signal = listSignals(desk, view).find(({ contract }) => contract === getCode(instrument));
  if (!signal) return null;
  const { percent, side } = getLikelierSide(signal.chanceUp);
  return { text: signal.signal, note: `${percent} ${side}` };
}

function buildPosition(view: DeskView, instrument: Instrument): ContractPageDto['position'] {
  const row = view.positions.find((one) => one.instrument.id === instrument.id);
  if (!row) return null;
  const { position, pnlMills } = row;
  return {
    text: `${position.direction} ${formatSize(instrument, position.lots)}`,
    fraction: formatPercent(computeContractFraction(instrument, position.lots) * 100, 1),
    pnl: formatSignedMoney(pnlMills),
    href: `/position/${position.id}`,
  };
}

/** One link per commodity, to its active month; for power also one per hub. */
function listCommodityLinks(
  desk: Terminal,
  { market }: DeskView,
  instrument: Instrument,
): ChartLink[] {
  const { markets, nowMs } = desk.state();
  const own = getChain(instrument);
  return COMMODITY_KEYS.flatMap((key) =>
    listCommodityChains(key).flatMap((chain) => {
      const traded = findTradedContract(markets[market], chain, nowMs);
      if (!traded) return [];
      const text = getMarketName(key, getHub(traded.instrument));
      return [{ text, href: buildChartPath(chain), isCurrent: chain === own }];
    }),
  );
}

function listMonthLinks(desk: Terminal, { market }: DeskView, instrument: Instrument): ChartLink[] {
  const months = desk.findBars(market)?.listMonths(getChain(instrument)) ?? [];
  return months.map((month) => ({
    text: getCode(month),
    href: buildChartPath(getCode(month)),
    isCurrent: month.id === instrument.id,
  }));
}
