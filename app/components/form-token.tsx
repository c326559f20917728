// Hidden fields of every form: CSRF token, idempotency key and the account that the page showed.
import { createContext, useContext } from 'react';
import type { FormTokenFields } from '../contracts/document-part';

export const FormTokenContext = createContext<FormTokenFields>({ csrf: '', key: '', book: '' });

/** `name` must be unique among the forms of a page. */
export function FormToken({ name }: { name: string }) {
  const { csrf, key, book } = useContext(FormTokenContext);
  if (csrf === '') return null;
  return (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="key" value={`${key}:${name}`} />
      <input type="hidden" name="book" value={book} />
    </>
  );
}

/**
 * The same data with another key. An answered action may have used the key: were it used again, the
 * next press of the same button would only get the answer of the first.
 */
export const renewFormKey = <T extends { readonly form: FormTokenFields }>(data: T): T => ({
  ...data,
  form: { ...data.form, key: `${data.form.key}+` },
});
