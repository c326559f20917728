interface WorstBlock {
  /** Sum over the block, in the unit of the profits. */
  readonly profit: number;
  /** Days from the block's end to the last day. */
  readonly daysAgo: number;
}

/**
 * The `length` consecutive days with the lowest profit, the earliest of ties; null with fewer days.
 */
export function findWorstBlock(profits: Float64Array, length: number): WorstBlock | null {
  let worst: WorstBlock | null = null;
  for (let end = length; end <= profits.length; end += 1) {
    let profit = 0;
    for (let day = end - length; day < end; day += 1) profit += profits[day] ?? 0;
    if (worst === null || profit < worst.profit) worst = { profit, daysAgo: profits.length - end };
  }
  return worst;
}
