// A page that was opened before an upgrade: the notice of the socket, and of scripts that are gone.
import { expect, signIn, test } from './fixtures';

const TEXT = 'A new version was installed. Reload the page.';

test('shows the notice once the socket has met the new server, and requests nothing more', async ({
  page,
}) => {
  await signIn(page);
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(String(message).replace(/"version":"[^"]*"/, '"version":"9.9.9+later"')),
    );
  });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: TEXT })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.getByRole('button', { name: 'RUN Corn Futures' }).scrollIntoViewIfNeeded();
  expect(requested.filter((url) => /refresh|_data=/.test(url))).toEqual([]);
  await page.unrouteAll();
});

test.describe('without its scripts', () => {
  test.use({ loadsScripts: false });

  test('says so where the server has another version', async ({ page, expectedErrors }) => {
    expectedErrors.push(/404|Failed to fetch dynamically imported module|Failed to load/);
    await page.route('**/assets/entry.client-*.js', (route) =>
      route.fulfill({ status: 404, contentType: 'text/plain', body: TEXT }),
    );
    await page.route('**/version', (route) =>
      route.fulfill({ json: { name: 'frontmonth', version: '9.9.9+later', node: '20' } }),
    );
    await page.goto('/login');
    await expect(page.locator('#new-version')).toHaveText(TEXT);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  test('shows no notice where the version is the same', async ({ page, expectedErrors }) => {
    expectedErrors.push(/404|Failed to fetch dynamically imported module|Failed to load/);
    const compared = page.waitForResponse('**/version');
    await page.route('**/assets/entry.client-*.js', (route) =>
      route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }),
    );
    await page.goto('/login');
    await (await compared).finished();
    await expect(page.locator('#new-version')).toHaveCount(0);
  });
});
