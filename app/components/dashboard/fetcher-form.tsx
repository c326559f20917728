// Form that is submitted by a fetcher when script runs, so the response updates only its button.
import type { useFetcher } from '@remix-run/react';
import {
  type FormEvent,
  type FormHTMLAttributes,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ActionAnswer } from './action-answer';
import { createFocusKeeper } from './focus-keeper';

export type AnswerFetcher = ReturnType<typeof useFetcher<ActionAnswer>>;

interface FetcherFormProps extends FormHTMLAttributes<HTMLFormElement> {
  /** Absent on the server. */
  readonly fetcher?: AnswerFetcher | undefined;
  readonly box?: RefObject<HTMLFormElement>;
}

export function FetcherForm({ fetcher, box, ...rest }: FetcherFormProps) {
  const submitByFetcher = (event: FormEvent<HTMLFormElement>): void => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // Without `submitter` the native submission is used; it includes the pressed button.
    if (!fetcher || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    formData.set(submitter.name, submitter.value);
    formData.set('by', 'script');
    fetcher.submit(formData, { method: 'post' });
  };
  return <form ref={box} method="post" onSubmit={submitByFetcher} {...rest} />;
}

/** Keeps the focus in a form after its request: see createFocusKeeper. */
export function useFocusRestore(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [keepFocus] = useState(createFocusKeeper);
  useEffect(() => keepFocus(isBusy, form.current, document.activeElement));
  return form;
}
