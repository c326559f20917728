// Plain links that change the page without loading it anew when script runs: one listener for all
// of them,
// because a link that knows the router costs many times what a link costs. `data-visit="stay"`
// keeps the place on the page.
import { useLocation, useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';

/** A press that asks for nothing of the browser's own, such as another tab. */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented;

/**
 * What a press does to a link marked with `data-visit`; for the `onClick` of the element around all
 * of them.
 */
export function useClientNavigation(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-visit]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isPlainPress(event)) return;
    event.preventDefault();
    const isHere = link.pathname === pathname && link.search === search;
    void navigate(`${link.pathname}${link.search}${link.hash}`, {
      replace: isHere,
      preventScrollReset: link.dataset['visit'] === 'stay',
    });
  };
}
