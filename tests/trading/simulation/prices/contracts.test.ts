import { describe, expect, it } from 'vitest';
import { getDay } from '../../../../app/trading/simulation/calendar';
import { CHAINS, chainIndex } from '../../../../app/trading/simulation/prices/chains';
import { buildSchedule } from '../../../../app/trading/simulation/prices/contracts';

const schedule = (id: string) => buildSchedule(CHAINS[chainIndex(id)]!);
const day = (text: string) => getDay(Date.parse(`${text}T00:00:00Z`));
const idsOn = (id: string, text: string) => {
  const months = schedule(id);
  const { from, until } = months.listed(day(text));
  return Array.from({ length: until - from }, (_, index) => months.at(from + index).instrument.id);
};

describe('contract months', () => {
  it.each([
    // Thanksgiving falls on 26 November 2026
    {
      id: 'NG.Z26',
      code: 'NGZ26',
      delivery: '2026-12-01',
      expires: '2026-11-25T22:00:00.000Z',
      rolls: '2026-11-23T14:00:00.000Z',
    },
    {
      id: 'CL.F27',
      code: 'CLF27',
      delivery: '2027-01-01',
      expires: '2026-12-21T22:00:00.000Z',
      rolls: '2026-12-17T14:00:00.000Z',
    },
    {
      id: 'CORN.Z26',
      code: 'ZCZ26',
      delivery: '2026-12-01',
      expires: '2026-12-14T22:00:00.000Z',
      rolls: '2026-12-10T14:00:00.000Z',
    },
    {
      id: 'HO.G27',
      code: 'HOG27',
      delivery: '2027-02-01',
      expires: '2027-01-29T22:00:00.000Z',
      rolls: '2027-01-27T14:00:00.000Z',
    },
  ])('$id ends on $expires and rolls on $rolls', ({ id, code, delivery, expires, rolls }) => {
    const { instrument } = schedule(id.slice(0, id.indexOf('.'))).find(id);
    expect(instrument.contract).toEqual({
      chain: id.slice(0, id.indexOf('.')),
      code,
      delivery,
      expiresMs: Date.parse(expires),
      rollMs: Date.parse(rolls),
    });
  });

  it('are thirteen for energy, and the others as far as sixteen months', () => {
    expect(idsOn('NG', '2026-06-01')).toEqual(
      [
        'N26',
        'Q26',
        'U26',
        'V26',
        'X26',
        'Z26',
        'F27',
        'G27',
        'H27',
        'J27',
        'K27',
        'M27',
        'N27',
      ].map((code) => `NG.${code}`),
    );
    expect(idsOn('CORN', '2026-06-01')).toEqual(
      ['N26', 'U26', 'Z26', 'H27', 'K27', 'N27', 'U27'].map((code) => `CORN.${code}`),
    );
  });

  it('leave the list on the day after the last', () => {
    expect(idsOn('NG', '2026-11-25')[0]).toBe('NG.Z26');
    expect(idsOn('NG', '2026-11-26')[0]).toBe('NG.F27');
    expect(schedule('NG').priced(day('2026-11-26')).from + 1).toBe(
      schedule('NG').listed(day('2026-11-26')).from,
    );
  });

  it('refuse an id that the chain never lists', () =>
    expect(() => schedule('CORN').find('CORN.F26')).toThrow(/lists no contract CORN.F26/));
  it('go on for a century', () => expect(idsOn('OJ', '2109-12-01').length).toBeGreaterThan(5));
});
