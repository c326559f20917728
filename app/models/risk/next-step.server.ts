// What can be done after a what-if result, and why an account opens nothing now.
import type { NextStep } from '../../contracts/what-if';
import { explainRunBlock } from '../desk/run-block.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount, formatMoney } from '../../trading/domain/format';

type Desk = Pick<Terminal, 'state' | 'getModeBlock'>;

const formatPositions = (count: number): string =>
  count === 1 ? '1 position open' : `${formatCount(count)} positions open`;

/** Why a commodity that runs opens nothing now; null if entries are allowed. */
function findEntryBlock({ trading, lossBreakers, margin }: DeskView): string | null {
  if (trading.state === 'HALTED') return 'Trading is halted: no entry until it resumes.';
  const dayLoss = lossBreakers.find(({ name, isTripped }) => name === 'DAY_LOSS' && isTripped);
  if (dayLoss)
    return `Daily loss limit hit: ${formatMoney(dayLoss.lostMills)}, limit ${formatMoney(dayLoss.allowedMills)}. No entry until the next trading day.`;
  return margin.calledMs === null
    ? null
    : 'Margin call: no entry until equity exceeds the maintenance margin.';
}

export function buildNextStep(
  desk: Desk,
  view: DeskView,
  userId: string,
  commodity: CommodityKey,
  playbooks: readonly { readonly id: string; readonly name: string }[],
): NextStep {
  const row = view.commodities.find((each) => each.commodity === commodity);
  return {
    active: playbooks.find(({ id }) => id === row?.activePlaybookId) ?? null,
    chosen: row?.playbookId ?? '',
    status: row?.isActive
      ? row.positions > 0
        ? formatPositions(row.positions)
        : `flat, ${row.waitingFor ?? 'no entry now'}`
      : null,
    runBlock: explainRunBlock(desk, view, { userId, scope: 'one' }),
    entryBlock: findEntryBlock(view),
  };
}
