/** A drawing with its caption and an optional table. */
import type { ReactNode } from 'react';
import { DrawingInPage } from './drawing';
import type { Drawing } from './drawing-model';
import { Sentence } from './figure-text';

export const DrawingFigure = ({
  id,
  drawing,
  children,
}: {
  id: string;
  drawing: Drawing;
  children?: ReactNode;
}) => (
  <figure>
    <DrawingInPage id={id} drawing={drawing} />
    <figcaption>
      <p>
        <Sentence>{drawing.text}</Sentence>
      </p>
      {children}
    </figcaption>
  </figure>
);

/** Collapsed table of the figures. */
export const TableDetails = ({ children }: { children: ReactNode }) => (
  <details>
    <summary>Show as a table</summary>
    {children}
  </details>
);
