import { describe, expect, it } from 'vitest';
import { createSimulatedCurves } from '../../../app/trading/simulation/simulated-curves';
import { createWorld } from '../../../app/trading/simulation/world';

const AT_MS = Date.UTC(2010, 2, 10, 15);
const MIDNIGHT_MS = Date.UTC(2010, 2, 10);
const world = createWorld({ seed: 'curves' });
const curves = createSimulatedCurves(world, 'simulated');

describe('curves of the simulated market', () => {
  it('has each listed month of futures and power with its price at the minute', () => {
    for (const chain of ['NG', 'CORN', 'ET-PJM']) {
      const points = curves.listCurve(chain, AT_MS);
      expect(points.length).toBeGreaterThan(5);
      expect(points).toEqual(world.curveAt(chain, AT_MS));
      const deliveries = points.map(({ instrument }) => instrument.contract?.delivery ?? '');
      expect(deliveries).toEqual([...deliveries].sort());
    }
  });

  it('has the price of the first minute as that of the day', () => {
    for (const chain of ['CL', 'ET-NYISO'])
      for (const { instrument, price } of curves.listDayCurve(chain, AT_MS)) {
        const tape = curves
          .listCurve(chain, MIDNIGHT_MS)
          .find((point) => point.instrument.id === instrument.id);
        expect([instrument.id, price]).toEqual([instrument.id, tape?.price]);
      }
  });

  it('is empty before the first price and for an unknown chain', () => {
    expect(curves.listCurve('NG', Date.UTC(2009, 0, 1))).toEqual([]);
    expect(curves.listDayCurve('NG', Date.UTC(2009, 0, 1))).toEqual([]);
    expect(curves.listCurve('GOLD', AT_MS)).toEqual([]);
    expect(curves.listMonths('GOLD', AT_MS)).toEqual([]);
  });
});
