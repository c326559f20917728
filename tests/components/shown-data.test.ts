// Every screen stays when an update of it does not reach the server.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renewFormKey } from '../../app/components/form-token';
import { createScreenLoader } from '../../app/components/shown-data';
import { ROOT } from '../support/source-files';

const ROUTES = join(ROOT, 'app', 'routes');

/** Ids of the routes of signed-in screens, with their sources. */
const SCREENS = readdirSync(ROUTES, { withFileTypes: true })
  .filter(({ name }) => name.startsWith('_terminal'))
  .map((entry) => ({
    id: `routes/${entry.name.replace(/\.tsx$/, '')}`,
    file: join(ROUTES, entry.name, entry.isDirectory() ? 'route.tsx' : ''),
  }));

describe('data on display', () => {
  it('is found for the signed-in screens', () => {
    expect(SCREENS.length).toBeGreaterThan(20);
  });

  it.each([{ id: 'root', file: join(ROOT, 'app', 'root.tsx') }, ...SCREENS])(
    'replaces the lost update of $id',
    ({ id, file }) => {
      expect(readFileSync(file, 'utf8')).toContain(
        `export const clientLoader = createScreenLoader('${id}'`,
      );
    },
  );

  const request = new Request('http://localhost/weather');
  const loadScreen = (serverLoader: () => Promise<unknown>) =>
    createScreenLoader('routes/_terminal.weather')({
      request,
      params: {},
      serverLoader,
    } as Parameters<ReturnType<typeof createScreenLoader>>[0]);

  it('is the response of the server where there is one', async () => {
    expect(await loadScreen(() => Promise.resolve('figures'))).toBe('figures');
  });

  it('replaces no page that is not on display', async () => {
    const lost = new TypeError('Failed to fetch');
    await expect(loadScreen(() => Promise.reject(lost))).rejects.toBe(lost);
  });

  it('has another form key than the rendering before it', () => {
    const data = { username: 'trader', form: { csrf: 'c', key: 'k', book: 'b' } };
    const renewed = renewFormKey(data);
    expect(renewed).toEqual({ ...data, form: { ...data.form, key: renewed.form.key } });
    expect(renewed.form.key).not.toBe('k');
  });
});
