// Chooses strategies as the form of the dashboard does.
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Visitor } from './desk-server';

export async function chooseStrategy(
  visitor: Visitor,
  commodity: CommodityKey,
  playbook: string,
): Promise<void> {
  const path = `/?commodity=${commodity}`;
  const response = await visitor.postForm(path, {
    ...(await visitor.formFields(path)),
    intent: 'choose',
    commodity,
    playbook,
  });
  if (response.status >= 400) throw new Error(`the choice was answered with ${response.status}`);
}

/**
 * Chooses strategies whose targets at `OPEN_MARKETS_MS` are not flat, so that RUN ALL opens wheat,
 * coffee and crude oil.
 */
export async function chooseStrategiesToHold(visitor: Visitor): Promise<void> {
  await chooseStrategy(visitor, 'wheat', 'EXPORT_DEMAND');
  await chooseStrategy(visitor, 'coffee', 'CURRENCY_HEDGE');
  await chooseStrategy(visitor, 'crude-oil', 'CURRENCY_HEDGE');
}
