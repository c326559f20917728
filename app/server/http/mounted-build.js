// The build below a path of PUBLIC_ORIGIN. A build has no path in it: Remix gets its base name and the
// addresses of its files when the server starts.

const addPath = (basePath, address) =>
  address?.startsWith('/') ? `${basePath}${address}` : address;

/** One entry of the list of files, of the entry script or of a route. */
const mountEntry = (basePath, entry) => ({
  ...entry,
  module: addPath(basePath, entry.module),
  imports: entry.imports?.map((address) => addPath(basePath, address)),
  css: entry.css?.map((address) => addPath(basePath, address)),
});

/** Copy of a build that Remix serves below a path; at the root the build itself. */
export function mountBuild(build, basePath) {
  if (basePath === '') return build;
  const { entry, routes, url } = build.assets;
  return {
    ...build,
    basename: basePath,
    publicPath: `${basePath}/`,
    assets: {
      ...build.assets,
      url: addPath(basePath, url),
      entry: mountEntry(basePath, entry),
      routes: Object.fromEntries(
        Object.entries(routes).map(([id, route]) => [id, mountEntry(basePath, route)]),
      ),
    },
  };
}

/** The list of files that browsers load, by its path among the static files: it holds addresses. */
export const buildManifestFile = (build, mounted) => ({
  path: build.assets.url,
  text: `window.__remixManifest=${JSON.stringify(mounted.assets)};`,
});
