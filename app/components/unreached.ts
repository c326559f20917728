// A browser that reaches nobody: what it throws then is told apart from a fault, and the page stays
// as it is.
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/** An answer that the page gave itself, because none came. */
export interface Unreached {
  readonly isUnreached: true;
}

/** Chromium says 'Failed to fetch', Firefox 'NetworkError when ...', Safari 'Load failed'. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

const isUnreachedAnswer = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'isUnreached' in answer &&
  answer.isUnreached === true;

/**
 * Loaders are not asked of a desk that cannot be reached: their failure would take the page away.
 */
export const shouldRevalidateScreen = ({
  actionResult,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>): boolean =>
  defaultShouldRevalidate && !isUnreachedAnswer(actionResult);

/** What the server answers, or what the page says itself when nobody could be reached. */
export async function submitWithOfflineFallback<T>(
  serverAction: () => Promise<T>,
  unreached: () => T | Promise<T>,
): Promise<T> {
  try {
    return await serverAction();
  } catch (error) {
    if (!isUnreached(error)) throw error;
    return unreached();
  }
}
