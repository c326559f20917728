/** The worst stretch of days of the past for what is held now. */
interface WorstBlock {
  /** Sum over the stretch, in the unit of the profits. */
  readonly profit: number;
  /** Days from its end to the last day of the history. */
  readonly daysAgo: number;
}

/**
 * The stretch of so many neighboring days with the least profit, the earliest of equals; null
 * where there are fewer days.
 */
export function worstBlock(profits: Float64Array, length: number): WorstBlock | null {
  let worst: WorstBlock | null = null;
  for (let end = length; end <= profits.length; end += 1) {
    let profit = 0;
    for (let day = end - length; day < end; day += 1) profit += profits[day] ?? 0;
    if (worst === null || profit < worst.profit) worst = { profit, daysAgo: profits.length - end };
  }
  return worst;
}
