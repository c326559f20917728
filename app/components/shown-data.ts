// Data of the page on display. When an update of the page does not reach the server, its loaders return
// this data: otherwise an error page would replace the screen, and with it EMERGENCY STOP.
import { type ClientLoaderFunctionArgs, useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import { isNetworkError } from './offline-answer';

interface ShownPage {
  /** Path and query, as in the address bar. */
  readonly address: string;
  readonly dataByRoute: ReadonlyMap<string, unknown>;
}

let shownPage: ShownPage | null = null;
const listeners = new Set<() => void>();
/** The loaders of a page lose the connection one after the other, and report it once. */
const REPORT_AFTER_MS = 100;
let isReportDue = false;

function reportLostUpdate(): void {
  if (isReportDue) return;
  isReportDue = true;
  setTimeout(() => {
    isReportDue = false;
    for (const listener of listeners) listener();
  }, REPORT_AFTER_MS);
}

const getAddress = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname}${search}`;

/** Stores the data of every route on display. Called once, by the document. */
export function useStoreShownData(): void {
  const matches = useMatches();
  useEffect(() => {
    shownPage = {
      address: getAddress(window.location),
      dataByRoute: new Map(matches.map(({ id, data }) => [id, data])),
    };
  }, [matches]);
}

/** Calls the listener when a page shows its last data again. Returns a function that ends it. */
export function subscribeToLostUpdates(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Loader in the browser for the route with this id: the response of the server, or the data on
 * display if the same page was requested again and the server was not reached. A page that is not on
 * display still fails. `change` is for what must differ in
 * each rendering.
 */
export const createScreenLoader =
  <T>(routeId: string, change: (data: T) => T = (data) => data) =>
  async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    try {
      return await serverLoader();
    } catch (error) {
      const isShown = shownPage?.address === getAddress(new URL(request.url));
      if (!isNetworkError(error) || !isShown || !shownPage?.dataByRoute.has(routeId)) throw error;
      reportLostUpdate();
      return change(shownPage.dataByRoute.get(routeId) as T);
    }
  };
