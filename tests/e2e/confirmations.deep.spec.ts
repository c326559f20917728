// Settings and confirmations of an account without positions, checked by axe. The screens of an account
// with positions are in accessibility.spec.ts.
import { expect, signIn, test } from './fixtures';
import { listViolations } from './list-violations';

test('has no axe violations in settings and confirmations', async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  for (const path of ['/?settings=open&commodity=corn', '/?confirm=live', '/?confirm=reset']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (javaScriptEnabled === false) continue; // axe itself needs script
    expect(await listViolations(page), path).toEqual([]);
  }
});
