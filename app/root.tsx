// Document: language, theme, styles, toast and page.
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { json } from '@remix-run/node';
import type { MetaFunction, ShouldRevalidateFunction } from '@remix-run/react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { EmergencyStopMonitor } from './components/emergency/emergency-stop-monitor';
import { ErrorPage } from './components/error-page';
import { ScriptWatch } from './components/new-version';
import { useRequestId } from './components/request-id';
import { ShowToastContext, useToastState } from './components/show-toast';
import {
  createScreenLoader,
  subscribeToLostUpdates,
  useStoreShownData,
} from './components/shown-data';
import { Toast } from './components/toast';
import { isNetworkError, shouldRevalidateScreen } from './components/offline-answer';
import { guardHandler } from './server/http/guard.server';
import { CODE_VERSION } from './server/platform/project.server';
import { useNonce } from './server/http/nonce';
import { canAutoRefresh } from './components/live/cadences';
import { readPreferences } from './server/http/preferences.server';
import appStyles from './components/styles/app.css?url';
import lightStyles from './components/styles/light.css?url';
import { buildToastRemovalCookie, readToast } from './server/http/toast.server';
import { buildAssetHref, buildHref } from './contracts/base-path';

export const loader = guardHandler('open', ({ request }) => {
  const cookies = request.headers.get('Cookie');
  const toast = readToast(cookies);
  const { theme, density, colors, motion, refresh } = readPreferences(cookies);
  return json(
    { look: { theme, density, colors, motion, refresh, version: CODE_VERSION }, toast },
    toast ? { headers: { 'Set-Cookie': buildToastRemovalCookie() } } : {},
  );
});

export const clientLoader = createScreenLoader('root');

/**
 * Only a user action has a message or a new theme. A self-refreshing page must not consume the
 * message of another.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.formMethod !== undefined && shouldRevalidateScreen(args);

export const meta: MetaFunction = () => [{ title: 'Frontmonth' }];

const COLORS = { dark: '#0b0f14', light: '#eef2f6', system: '#0b0f14' } as const;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const look = useRouteLoaderData<typeof loader>('root')?.look;
  const theme = look?.theme ?? 'dark';
  return (
    <html
      lang="en"
      data-density={look?.density}
      data-colors={look?.colors}
      data-motion={look?.motion}
      data-version={look?.version}
      data-request={useRequestId() ?? undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={COLORS[theme]} />
        <link rel="icon" type="image/svg+xml" href={buildHref('/icon.svg')} />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={buildAssetHref(inter)}
          crossOrigin="anonymous"
        />
        <link rel="stylesheet" href={buildAssetHref(appStyles)} />
        {theme === 'dark' ? null : (
          <link
            rel="stylesheet"
            href={buildAssetHref(lightStyles)}
            media={theme === 'system' ? '(prefers-color-scheme: light)' : 'all'}
          />
        )}
        <ScriptWatch nonce={nonce} />
        <Refresh everySeconds={look?.refresh ?? 'off'} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** For users who chose refresh and run no script; hidden from browsers with script. */
function Refresh({ everySeconds }: { everySeconds: string }) {
  const { pathname, search } = useLocation();
  if (everySeconds === 'off' || !canAutoRefresh(pathname, search)) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={everySeconds} />
    </noscript>
  );
}

/** Marks the document as hydrated: keys and buttons then respond at once. */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

const LOST_UPDATE = {
  title: 'Connection lost',
  description: 'This page shows the last figures that it received.',
  variant: 'destructive',
} as const;

export default function Document() {
  const toast = useRouteLoaderData<typeof loader>('root')?.toast ?? null;
  const [shownToast, showToast] = useToastState();
  useStoreShownData();
  useEffect(() => subscribeToLostUpdates(() => showToast(LOST_UPDATE)), [showToast]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <ShowToastContext.Provider value={showToast}>
        <Outlet />
        <EmergencyStopMonitor />
      </ShowToastContext.Provider>
      <Toast toast={toast} clientToast={shownToast} />
      <HydrationMark />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <EmergencyStopMonitor isAlone />
      <FaultPage />
      <HydrationMark />
    </>
  );
}

function FaultPage() {
  const error = useRouteError();
  // The request may not have reached the server.
  if (isNetworkError(error)) return <ErrorPage status={0} detail={null} />;
  return isRouteErrorResponse(error) ? (
    <ErrorPage status={error.status} detail={findDetail(error.data)} />
  ) : (
    <ErrorPage status={500} detail={null} />
  );
}

const findDetail = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
