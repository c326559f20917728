// The document: language, theme, styles, the message of the last action, and the page.
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
import { EmergencyWatch } from './components/emergency/emergency-watch';
import { ErrorPage } from './components/error-page';
import { SayContext, useToastState } from './components/show-toast';
import { Toast } from './components/toast';
import { isUnreached, shouldRevalidateScreen } from './components/unreached';
import { guardHandler } from './server/http/guard.server';
import { useNonce } from './server/http/nonce';
import { mayRefresh } from './contracts/pages';
import { readPreferences } from './server/http/preferences.server';
import appStyles from './components/styles/app.css?url';
import lightStyles from './components/styles/light.css?url';
import { noToastCookie, readToast } from './server/http/toast.server';

export const loader = guardHandler('open', ({ request }) => {
  const cookies = request.headers.get('Cookie');
  const toast = readToast(cookies);
  const { theme, density, colors, motion, refresh } = readPreferences(cookies);
  return json(
    { look: { theme, density, colors, motion, refresh }, toast },
    toast ? { headers: { 'Set-Cookie': noToastCookie() } } : {},
  );
});

/**
 * Only what somebody did has a message or another theme; a page that refreshes itself must not take
 * the message of another one.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (asked) =>
  asked.formMethod !== undefined && shouldRevalidateScreen(asked);

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
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={COLORS[theme]} />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="preload" as="font" type="font/woff2" href={inter} crossOrigin="anonymous" />
        <link rel="stylesheet" href={appStyles} />
        {theme === 'dark' ? null : (
          <link
            rel="stylesheet"
            href={lightStyles}
            media={theme === 'system' ? '(prefers-color-scheme: light)' : 'all'}
          />
        )}
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

/** For who asked for it and runs no script; a browser that runs it does not see this. */
function Refresh({ everySeconds }: { everySeconds: string }) {
  const { pathname, search } = useLocation();
  if (everySeconds === 'off' || !mayRefresh(pathname, search)) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={everySeconds} />
    </noscript>
  );
}

/**
 * Marks the document once the scripts have taken it over: from then on keys and buttons answer at
 * once.
 */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

export default function Document() {
  const toast = useRouteLoaderData<typeof loader>('root')?.toast ?? null;
  const [said, say] = useToastState();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SayContext.Provider value={say}>
        <Outlet />
        <EmergencyWatch />
      </SayContext.Provider>
      <Toast toast={toast} said={said} />
      <HydrationMark />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <EmergencyWatch isAlone />
      <FaultPage />
      <HydrationMark />
    </>
  );
}

function FaultPage() {
  const error = useRouteError();
  // No fault of the desk, and nobody knows whether it heard.
  if (isUnreached(error)) return <ErrorPage status={0} detail={null} />;
  return isRouteErrorResponse(error) ? (
    <ErrorPage status={error.status} detail={findDetail(error.data)} />
  ) : (
    <ErrorPage status={500} detail={null} />
  );
}

const findDetail = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
