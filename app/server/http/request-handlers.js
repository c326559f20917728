// Remix request handlers by first path segment. Remix matches all its routes at each request, so
// each handler gets only the candidates.
import { createRequestHandler } from '@remix-run/node';

/**
 * First segment of a route's path: a name, `name?` if optional, `*` or `:name` for any, '' for the
 * root.
 */
function firstStep(routes, route) {
  const parent = route.parentId === undefined ? '' : firstStep(routes, routes[route.parentId]);
  return parent === '' ? (route.path ?? '').split('/')[0] : parent;
}

function isPossible(step, wanted) {
  if (step === '*' || step.startsWith(':')) return true;
  return step.endsWith('?')
    ? wanted === '' || wanted === step.slice(0, -1).toLowerCase()
    : wanted === step.toLowerCase();
}

/** Routes that match a first segment, with their parents. */
function routesFor(routes, wanted) {
  const isParent = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const leaves = Object.values(routes).filter(
    (route) => !isParent.has(route.id) && isPossible(firstStep(routes, route), wanted),
  );
  const kept = new Set();
  for (const leaf of leaves)
    for (let route = leaf; route; route = routes[route.parentId]) kept.add(route.id);
  return (all) => Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));
}

/** Returns a function from path to handler. Unusual spellings get all routes. */
export function requestHandlers(build, mode) {
  const whole = createRequestHandler(build, mode);
  const known = new Set(
    Object.values(build.routes).map((route) =>
      firstStep(build.routes, route).replace(/\?$/, '').toLowerCase(),
    ),
  );
  const made = new Map();
  return (path) => {
    const step = /^\/([\w-]*)(?:[/?]|$)/.exec(path)?.[1]?.toLowerCase();
    if (step === undefined || !known.has(step)) return whole;
    const found = made.get(step);
    if (found) return found;
    const part = routesFor(build.routes, step);
    const handler = createRequestHandler(
      {
        ...build,
        routes: part(build.routes),
        assets: { ...build.assets, routes: part(build.assets.routes) },
      },
      mode,
    );
    made.set(step, handler);
    return handler;
  };
}
