// Responses of dashboard actions, and the check that the page showed the selected account.
import { json } from '@remix-run/node';
import type { ActionAnswer, Failure } from '../../components/dashboard/action-answer';
import type { Call } from '../../server/http/guard.server';
import type { Session } from '../../models/account/session.server';
import { toKnownPage } from '../../contracts/pages';

export type SignedCall = Call<Session>;

export const NO_FAILURE: ActionAnswer = { failure: null };

type FailureInput = Pick<Failure, 'title' | 'message' | 'intent'> & Partial<Failure>;

export const respondFailed = (failure: FailureInput, status: number) =>
  json<ActionAnswer>({ failure: { fields: {}, values: null, ...failure } }, { status });

/** Buttons of a hydrated page expect JSON, not a page. */
export const isByScript = ({ body }: SignedCall): boolean => body.form.get('by') === 'script';

/** Screen of the form, with its commodity. */
export function getScreenPath(
  url: URL,
  parameters: Readonly<Record<string, string>> = {},
  fragment = '',
): string {
  const commodity = url.searchParams.get('commodity');
  const search = new URLSearchParams({
    ...(commodity === null ? {} : { commodity }),
    ...parameters,
  }).toString();
  return `${toKnownPage(url.pathname)}${search === '' ? '' : `?${search}`}${fragment}`;
}

/**
 * Null if the page showed the selected account or named none; else the refusal, and a note for
 * actions done anyway.
 */
export function findStaleAccount({
  body,
  desk,
  session,
}: SignedCall): { readonly refusal: string; readonly note: string } | null {
  const shownBook = body.form.get('book') ?? '';
  const view = desk.getView(session.userId);
  if (!view || shownBook === '' || shownBook === `${view.mode}:${view.epoch}`) return null;
  const [mode = '', epoch = ''] = shownBook.slice(0, 40).split(':');
  const [shownName, selectedName] =
    mode === view.mode
      ? [`${mode} (epoch ${epoch})`, `${view.mode} (epoch ${view.epoch})`]
      : [mode, view.mode];
  return {
    refusal: `This page showed the ${shownName} account; the selected account is now ${selectedName}. No action taken.`,
    note: `The page showed the ${shownName} account; this action used the ${selectedName} account.`,
  };
}
