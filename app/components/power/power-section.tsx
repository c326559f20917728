// The panel of power prices in a page. Its code is no part of the page: the browser takes over the
// markup of the server and loads the panel when its data change.
import { type ReactNode, Suspense, createContext, lazy, useContext } from 'react';
import type { PowerPanelDto } from '../../contracts/power-prices';
import { SharedMarkup } from '../shared-markup';
// The page needs the styles before the code.
import './power-panel.css';

/** The panel while the server renders; null in the browser. */
export const PowerPanelContext = createContext<((panel: PowerPanelDto) => ReactNode) | null>(null);

const LoadedPanel = lazy(async () => ({ default: (await import('./power-panel')).PowerPanel }));
const BrowserPanel = (panel: PowerPanelDto) => <LoadedPanel {...panel} />;

/** The markup of the server stays in the document until the code is loaded. */
export const PowerSection = (panel: PowerPanelDto) => (
  <Suspense fallback={null}>
    <SharedMarkup of={useContext(PowerPanelContext) ?? BrowserPanel} props={panel} />
  </Suspense>
);
