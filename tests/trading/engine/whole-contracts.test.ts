// A broker of whole contracts: manual orders of other sizes are rejected, and spreads are rounded.
import { describe, expect, it } from 'vitest';
import { toLots } from '../../../app/trading/domain/units';
import { createManualOrder } from '../../support/reference-orders';
import { createVenue, openVenueDesk } from '../../support/venue-desk';

const openDesk = () => openVenueDesk({ ...createVenue(), getContractLots: () => toLots(20) });

describe('a manual order', () => {
  it('of whole contracts is placed', async () => {
    const account = await openDesk();
    await account.placeOrder(createManualOrder({ lots: 40 }));
    expect(account.listOrders()).toMatchObject([{ lots: 40 }]);
    account.expectAudited();
  });

  it('of another size is rejected with the size of a contract', async () => {
    const account = await openDesk();
    const [result] = await account.sendCommands(createManualOrder({ lots: 30 }));
    expect(result?.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'SIZE', message: 'NG trades in whole contracts of 200 MMBtu.' },
    });
    expect(account.listOrders()).toEqual([]);
    account.expectAudited();
  });
});
