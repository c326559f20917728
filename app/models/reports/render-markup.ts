/** Renders React elements to report markup. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cleanText } from './clean-text';

/** React escapes text and attributes; unsafe characters are removed from the result. */
export const renderMarkup = (element: ReactElement): string =>
  cleanText(renderToStaticMarkup(element));
