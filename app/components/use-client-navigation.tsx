// Client-side navigation for plain links marked with `data-visit`. One click listener costs far
// less than a router link each. `data-visit="stay"` keeps the scroll position.
import { useLocation, useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { toAppPath } from '../contracts/base-path';

/** A primary click without modifier keys, not already handled. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented;

/** Click handler for an element that contains links marked with `data-visit`. */
export function useClientNavigation(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-visit]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
    event.preventDefault();
    const path = toAppPath(link.pathname);
    const isHere = path === pathname && link.search === search;
    void navigate(`${path}${link.search}${link.hash}`, {
      replace: isHere,
      preventScrollReset: link.dataset['visit'] === 'stay',
    });
  };
}
