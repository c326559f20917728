// Settings and confirmations of an account without positions, checked by axe. The screens of an account
// with positions are in accessibility.spec.ts.
import AxeBuilder from '@axe-core/playwright';
import { expect, signIn, test } from './fixtures';

test('has no axe violations in settings and confirmations', async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  for (const path of ['/?settings=open&commodity=corn', '/?confirm=live', '/?confirm=reset']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (javaScriptEnabled === false) continue; // axe itself needs script
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
    ).toEqual([]);
  }
});
