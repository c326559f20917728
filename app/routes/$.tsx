// Unknown paths.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { createTextResponse } from '../server/http/responses.server';
import { ErrorPage } from '../components/error-page';
import { guardHandler } from '../server/http/guard.server';

export const loader = guardHandler('page', () => json(null, { status: 404 }));

export const action = guardHandler('page', () => {
  throw createTextResponse('404 Page Not Found', 404);
});

export const meta: MetaFunction = () => [{ title: '404 Page Not Found \u00b7 Frontmonth' }];

export default function NotFoundPage() {
  return <ErrorPage status={404} detail={null} />;
}
