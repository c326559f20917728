// Handles requests without a server response: the page stays instead of showing an error page.
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/** Action result created in the browser, because the server did not respond. */
export interface OfflineAnswer {
  readonly isOffline: true;
}

/**
 * Message in Chromium: 'Failed to fetch', Firefox: 'NetworkError when ...', Safari: 'Load failed'.
 */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

const isOfflineAnswer = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'isOffline' in answer &&
  answer.isOffline === true;

/** Skips loaders after an action without a response: their failure would replace the page. */
export const shouldRevalidateScreen = ({
  actionResult,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>): boolean =>
  defaultShouldRevalidate && !isOfflineAnswer(actionResult);

/** Returns the server's response, or the fallback after a network error. */
export async function submitWithOfflineFallback<T>(
  serverAction: () => Promise<T>,
  fallback: () => T | Promise<T>,
): Promise<T> {
  try {
    return await serverAction();
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    return fallback();
  }
}
