// The hidden fields of every form: the session's token, a key that makes a double press one
// command, and the book the page showed.
import { createContext, useContext } from 'react';

/**
 * The token of the session, empty when signed out; a key made for this rendering of the page; mode
 * and epoch of the book it shows.
 */
export const FormTokenContext = createContext<{
  readonly csrf: string;
  readonly key: string;
  readonly book: string;
}>({ csrf: '', key: '', book: '' });

/** `name` tells apart the forms of one page. */
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
