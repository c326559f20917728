// What every button of the dashboard answers with, and the check that it meant the book its page
// showed.
import { json } from '@remix-run/node';
import type { ActionAnswer, Failure } from '../../components/dashboard/answer';
import type { Call } from '../../server/http/guard.server';
import type { Session } from '../../models/account/session.server';
import { pageOrHome } from '../../contracts/pages';

export type SignedCall = Call<Session>;

export const answered: ActionAnswer = { failure: null };

type Known = Pick<Failure, 'title' | 'message' | 'intent'> & Partial<Failure>;

export const respondFailed = (failure: Known, status: number) =>
  json<ActionAnswer>({ failure: { fields: {}, values: null, ...failure } }, { status });

/** Buttons of a living page ask for an answer of their own and no other page. */
export const isByScript = ({ body }: SignedCall): boolean => body.form.get('by') === 'script';

/** The screen that a form came from, with the commodity it showed. */
export function getScreenPath(
  url: URL,
  more: Readonly<Record<string, string>> = {},
  fragment = '',
): string {
  const commodity = url.searchParams.get('commodity');
  const search = new URLSearchParams({
    ...(commodity === null ? {} : { commodity }),
    ...more,
  }).toString();
  return `${pageOrHome(url.pathname)}${search === '' ? '' : `?${search}`}${fragment}`;
}

/**
 * Null when the page showed the book that is selected, or did not say; else the refusal, and the
 * note for what is done all the same.
 */
export function staleBook({
  body,
  desk,
  session,
}: SignedCall): { readonly refusal: string; readonly note: string } | null {
  const shown = body.form.get('book') ?? '';
  const view = desk.view(session.userId);
  if (!view || shown === '' || shown === `${view.mode}:${view.epoch}`) return null;
  const [mode = '', epoch = ''] = shown.slice(0, 40).split(':');
  const [was, is] =
    mode === view.mode
      ? [`${mode} (epoch ${epoch})`, `${view.mode} (epoch ${view.epoch})`]
      : [mode, view.mode];
  return {
    refusal: `This page showed the ${was} account; the selected account is now ${is}. No action taken.`,
    note: `The page showed the ${was} account; this action used the ${is} account.`,
  };
}
