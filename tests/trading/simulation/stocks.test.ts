// Weekly stocks: scarcity, consensus and surprise.
import { describe, expect, it } from 'vitest';
import { createRandomStreams } from '../../../app/trading/simulation/random-streams';
import {
  createStockModels,
  drawNextWeek,
  getNormLevel,
} from '../../../app/trading/simulation/series/stocks';

const streams = createRandomStreams('stocks');
const [gas] = createStockModels(streams);
const CALM = { gasHeating: 0, gasCooling: 0, oilHeating: 0, gulfCategories: 0 };
const END_DAY = 700;

const drawWeek = (scarcity: number) =>
  drawNextWeek(
    streams,
    gas!,
    getNormLevel(gas!, END_DAY - 7),
    CALM,
    scarcity,
    END_DAY,
    END_DAY + 6,
  );

describe('gas in storage', () => {
  it('is drawn by scarcity, which analysts expect, and not by surprise', () => {
    const [calm, scarce] = [drawWeek(0), drawWeek(0.25)];
    expect(scarce.expected - calm.expected).toBeCloseTo(-20, 0);
    expect(scarce.change - scarce.expected).toBeCloseTo(calm.change - calm.expected, 0);
  });
});
