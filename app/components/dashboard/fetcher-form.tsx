// A plain form that a fetcher sends when script runs: the action then answers the button alone and
// leads nowhere.
import type { useFetcher } from '@remix-run/react';
import { type FormEvent, type FormHTMLAttributes, type RefObject, useEffect, useRef } from 'react';
import type { ActionAnswer } from './answer';

export type AnswerFetcher = ReturnType<typeof useFetcher<ActionAnswer>>;

interface FetcherFormProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly fetcher: AnswerFetcher;
  readonly box?: RefObject<HTMLFormElement>;
}

export function FetcherForm({ fetcher, box, ...rest }: FetcherFormProps) {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A browser that does not say which button was pressed sends the form itself, and so says it to
    // the server.
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    sent.set(submitter.name, submitter.value);
    sent.set('by', 'script');
    fetcher.submit(sent, { method: 'post' });
  };
  return <form ref={box} method="post" onSubmit={send} {...rest} />;
}

/**
 * A button that was pressed may be disabled by what it did: the focus then goes to the next one of
 * its form, not to the top of the page.
 */
export function useKeptFocus(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) return void (wasBusy.current = true);
    if (!wasBusy.current) return;
    wasBusy.current = false;
    const isLost =
      document.activeElement === null ||
      document.activeElement === document.body ||
      document.activeElement.matches(':disabled');
    if (isLost) form.current?.querySelector<HTMLElement>('button:enabled, a[href]')?.focus();
  }, [isBusy]);
  return form;
}
