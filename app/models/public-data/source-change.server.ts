// Changes of a public source from a form: ask again, accept or withdraw its terms, enter its key.
import type { Terminal } from '../desk/terminal';

interface SourceForm {
  readonly intent: string | null;
  readonly source: string | null;
  /** An entered key. */
  readonly sourceKey: string | null;
  /** User who sends the form. */
  readonly username: string;
}

/** What was changed, for the message to the user. */
interface SourceChange {
  readonly title: string;
  readonly description: string;
  readonly variant: 'success' | 'destructive';
}

/** Applies a form; null for a form that names no source or no change. */
export function changeSource(
  { publicData }: Pick<Terminal, 'publicData'>,
  form: SourceForm,
): SourceChange | null {
  const source = publicData?.sources.find(({ id }) => id === form.source);
  if (!publicData || !source) return null;
  const { id, name, terms, offers, key } = source;
  const confirmChange = (title: string, description: string): SourceChange => ({
    title,
    description,
    variant: 'success',
  });
  switch (form.intent) {
    case 'try-now':
      publicData.tryNow(id);
      return confirmChange(`${name} is asked again`, offers);
    case 'accept-terms':
      if (terms === null) return null;
      publicData.saveTerms(id, { atMs: publicData.nowMs(), by: form.username });
      return confirmChange(`Terms of ${name} accepted`, terms);
    case 'withdraw-terms':
      if (terms === null) return null;
      publicData.saveTerms(id, null);
      return confirmChange(`Terms of ${name} withdrawn`, 'It is not asked any more.');
    case 'save-key': {
      if (key === null || form.sourceKey === null) return null;
      const outcome = publicData.saveKey(key, form.sourceKey, form.username);
      return outcome.ok
        ? confirmChange(`Key of ${name} stored`, 'It is stored encrypted, and the source is asked.')
        : {
            title: `Key of ${name} not stored`,
            description: outcome.refusal.message,
            variant: 'destructive',
          };
    }
    case 'remove-key':
      if (key === null) return null;
      publicData.removeKey(key);
      return confirmChange(`Key of ${name} removed`, 'The source is not asked without one.');
    default:
      return null;
  }
}
