// Strategy list of a commodity: playbooks, recommendation ranks, and the active one.
import type { PlaybookDto, StrategiesDto } from '../../contracts/strategies';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { findActiveHalt } from '../../trading/engine/playbook-halts';
import { recommendPlaybook } from '../../trading/engine/active-playbook';
import { findTrackRecord, formatTrackRecord } from '../../trading/strategies/track-record';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';

export function serializeStrategies(
  desk: Terminal,
  view: DeskView,
  commodity: CommodityKey,
): StrategiesDto {
  const rows = desk.listPlaybooks(commodity);
  const { rankings, reasoning } = recommendPlaybook(
    desk.state().markets[view.market],
    commodity,
    view.asOfMs,
  );
  const ranks = new Map(rankings.map(({ strategy, rank }) => [strategy, rank]));
  const { playbookId = null, activePlaybookId: ruleId = null } =
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
    measured: formatTrackRecord(findTrackRecord(commodity, row.id)),
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
