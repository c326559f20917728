// Changes of a public source from a form: ask again, accept or withdraw its terms.
import type { Terminal } from '../desk/terminal';

interface SourceForm {
  readonly intent: string | null;
  readonly source: string | null;
  /** User who sends the form. */
  readonly username: string;
}

/** What was changed, for the message to the user. */
interface SourceChange {
  readonly title: string;
  readonly description: string;
}

/** Applies a form; null for a form that names no source or no change. */
export function changeSource(
  { publicData }: Pick<Terminal, 'publicData'>,
  form: SourceForm,
): SourceChange | null {
  const source = publicData?.sources.find(({ id }) => id === form.source);
  if (!publicData || !source) return null;
  const { id, name, terms, offers } = source;
  switch (form.intent) {
    case 'try-now':
      publicData.tryNow(id);
      return { title: `${name} is asked again`, description: offers };
    case 'accept-terms':
      if (terms === null) return null;
      publicData.saveTerms(id, { atMs: publicData.nowMs(), by: form.username });
      return { title: `Terms of ${name} accepted`, description: terms };
    case 'withdraw-terms':
      if (terms === null) return null;
      publicData.saveTerms(id, null);
      return { title: `Terms of ${name} withdrawn`, description: 'It is not asked any more.' };
    default:
      return null;
  }
}
