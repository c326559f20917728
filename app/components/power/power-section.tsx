// The panel of power prices in a page. Its code is no part of the page: the markup of the server
// stays until the browser has loaded the panel.
import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import type { PowerPanelDto } from '../../contracts/power-prices';
import { SharedMarkup } from '../shared-markup';
// The page needs the styles before the code.
import './power-panel.css';

type Panel = (panel: PowerPanelDto) => ReactNode;

/** The panel while the server renders; null in the browser. */
export const PowerPanelContext = createContext<Panel | null>(null);

const NoPanel: Panel = () => null;

/** Null until the code is loaded. A failed load is repeated with the next data. */
function useLoadedPanel(data: PowerPanelDto): Panel | null {
  const [panel, setPanel] = useState<Panel | null>(null);
  const isLoaded = panel !== null;
  useEffect(() => {
    if (isLoaded) return;
    import('./power-panel').then(
      ({ PowerPanel }) => setPanel(() => PowerPanel),
      () => undefined,
    );
  }, [isLoaded, data]);
  return panel;
}

/** Shows its first data until the code is loaded, so that markup and data stay equal. */
export function PowerSection({ panel }: { readonly panel: PowerPanelDto }) {
  const serverPanel = useContext(PowerPanelContext);
  const loadedPanel = useLoadedPanel(panel);
  const [firstData] = useState(panel);
  return (
    <SharedMarkup
      of={serverPanel ?? loadedPanel ?? NoPanel}
      props={loadedPanel === null ? firstData : panel}
    />
  );
}
