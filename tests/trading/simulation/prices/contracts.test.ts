import { describe, expect, it } from 'vitest';
import { getDay } from '../../../../app/trading/simulation/calendar';
import {
  FUTURES_CHAINS,
  findChainIndex,
} from '../../../../app/trading/simulation/prices/futures-chains';
import { buildSchedule } from '../../../../app/trading/simulation/prices/contract-schedule';

const getScheduleFor = (id: string) => buildSchedule(FUTURES_CHAINS[findChainIndex(id)]!);
const parseDay = (text: string) => getDay(Date.parse(`${text}T00:00:00Z`));
const listIdsOn = (id: string, text: string) => {
  const months = getScheduleFor(id);
  const { from, until } = months.getListedRange(parseDay(text));
  return Array.from(
    { length: until - from },
    (_, index) => months.getMonth(from + index).instrument.id,
  );
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
    const { instrument } = getScheduleFor(id.slice(0, id.indexOf('.'))).find(id);
    expect(instrument.contract).toEqual({
      chain: id.slice(0, id.indexOf('.')),
      code,
      delivery,
      expiresMs: Date.parse(expires),
      rollMs: Date.parse(rolls),
    });
  });

  it('are 13 for energy, and 16 months for the others', () => {
    expect(listIdsOn('NG', '2026-06-01')).toEqual(
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
    expect(listIdsOn('CORN', '2026-06-01')).toEqual(
      ['N26', 'U26', 'Z26', 'H27', 'K27', 'N27', 'U27'].map((code) => `CORN.${code}`),
    );
  });

  it('leave the list the day after the last trade', () => {
    expect(listIdsOn('NG', '2026-11-25')[0]).toBe('NG.Z26');
    expect(listIdsOn('NG', '2026-11-26')[0]).toBe('NG.F27');
    expect(getScheduleFor('NG').getPricedRange(parseDay('2026-11-26')).from + 1).toBe(
      getScheduleFor('NG').getListedRange(parseDay('2026-11-26')).from,
    );
  });

  it('reject an id that the chain never lists', () =>
    expect(() => getScheduleFor('CORN').find('CORN.F26')).toThrow(/lists no contract CORN.F26/));
  it('cover a century', () => expect(listIdsOn('OJ', '2109-12-01').length).toBeGreaterThan(5));
});
