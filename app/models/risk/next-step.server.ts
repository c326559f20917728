// What can be done after a what-if result, and why an account opens nothing now.
import type { NextStep } from '../../contracts/what-if';
import { explainRunBlock } from '../desk/run-block.server';
import type { Terminal } from '../desk/terminal';
import type { CommodityRow, DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount, formatSentence } from '../../trading/domain/format';

type Desk = Pick<Terminal, 'state' | 'getModeBlock' | 'getArmingBlock' | 'explainUntraded'>;

const formatPositions = (count: number): string =>
  count === 1 ? '1 position open' : `${formatCount(count)} positions open`;

const formatRunStatus = ({ positions, waitingFor }: CommodityRow): string =>
  waitingFor === null ? formatPositions(positions) : `flat, ${waitingFor}`;

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
    status: row?.isActive ? formatRunStatus(row) : null,
    runBlock:
      explainRunBlock(desk, view, { userId, scope: 'one' }) ??
      desk.explainUntraded({ ...view, userId }, commodity),
    // The status of a flat commodity states it already.
    entryBlock:
      view.entryBlock === null || view.entryBlock === row?.waitingFor
        ? null
        : formatSentence(view.entryBlock),
  };
}
