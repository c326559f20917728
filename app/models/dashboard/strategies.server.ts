// The playbooks of a commodity for the dashboard: the desk's own list, which of them the quotes
// recommend, and which one trades.
import type { PlaybookDto, StrategiesDto } from '../../contracts/strategies';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import type { CommodityKey } from '../../trading/domain/commodity';
import { findActiveHalt } from '../../trading/engine/halts';
import { recommendPlaybook } from '../../trading/engine/active-playbook';
import { findMeasured, formatTrackRecord } from '../../trading/strategies/track-record';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalogue';

export function strategiesWire(
  desk: Terminal,
  view: DeskView,
  commodity: CommodityKey,
): StrategiesDto {
  const rows = desk.playbooks(commodity);
  const { rankings, reasoning } = recommendPlaybook(
    desk.state().markets[view.market],
    commodity,
    view.asOfMs,
  );
  const ranks = new Map(rankings.map(({ strategy, rank }) => [strategy, rank]));
  const { playbookId = null, ruleId = null } =
    view.commodities.find((row) => row.commodity === commodity) ?? {};
  const serializePlaybook = (row: PlaybookRow): PlaybookDto => ({
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    riskLevel: row.riskLevel,
    timeframe: row.timeframe,
    text: row.text,
    expectedReturn: `${row.expectedReturn.low}-${row.expectedReturn.high}%`,
    measured: formatTrackRecord(findMeasured(commodity, row.id)),
    rank: ranks.get(row.id) ?? null,
    isChosen: row.id === playbookId,
    isInForce: row.id === ruleId,
    halted: findActiveHalt(desk.state(), view.market, commodity, row.id)?.reason ?? null,
    canBacktest: findPlaybookRow(commodity, row.id) !== null,
  });
  return {
    commodity,
    playbooks: rows.map(serializePlaybook),
    reasoning: rows.some(({ id }) => ranks.has(id)) ? reasoning : null,
  };
}
