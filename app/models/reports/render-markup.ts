/** The only way from React elements to the text of a report or a drawing. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cleanText } from './clean-text';

/** React escapes texts and attributes; cleaning the result covers all of them at once. */
export const renderMarkup = (element: ReactElement): string =>
  cleanText(renderToStaticMarkup(element));
