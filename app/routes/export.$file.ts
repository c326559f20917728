// Tables as CSV downloads, e.g. /export/positions.csv.
import { buildExportFile } from '../models/exports/exports.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError, createCsvDownload } from '../server/http/responses.server';

export const loader = guardHandler('page', async ({ desk, session, params, url }) => {
  const file = await buildExportFile(desk, session.userId, params['file'] ?? '', url.searchParams);
  if (!file) throw new HttpError(404, 'There is no such table.');
  return createCsvDownload(file.name, file.text);
});

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'The table is read-only.', [['Allow', 'GET, HEAD']]);
});
