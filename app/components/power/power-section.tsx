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

interface LoadedPanel {
  /** Null until the code is loaded. */
  readonly panel: Panel | null;
  readonly hasFailed: boolean;
}

/** A failed load is repeated with the next data. */
function useLoadedPanel(data: PowerPanelDto): LoadedPanel {
  const [panel, setPanel] = useState<Panel | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isLoaded = panel !== null;
  useEffect(() => {
    if (isLoaded) return;
    import('./power-panel').then(
      ({ PowerPanel }) => setPanel(() => PowerPanel),
      () => setHasFailed(true),
    );
  }, [isLoaded, data]);
  return { panel, hasFailed: hasFailed && !isLoaded };
}

/** Shows its first data until the code is loaded, so that markup and data stay equal. */
export function PowerSection({ panel }: { readonly panel: PowerPanelDto }) {
  const serverPanel = useContext(PowerPanelContext);
  const { panel: loadedPanel, hasFailed } = useLoadedPanel(panel);
  const [firstData] = useState(panel);
  return (
    <>
      {hasFailed ? (
        <p className="warn">Power prices could not be updated. Reload the page.</p>
      ) : null}
      <SharedMarkup
        of={serverPanel ?? loadedPanel ?? NoPanel}
        props={loadedPanel === null ? firstData : panel}
      />
    </>
  );
}
