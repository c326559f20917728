// The build below a path: Remix gets the path and the addresses of all files below it.
import { describe, expect, it } from 'vitest';
import { buildManifestFile, mountBuild } from '../../../app/server/http/mounted-build.js';

const BUILD = {
  basename: '/',
  publicPath: '/',
  assets: {
    version: '1',
    url: '/assets/manifest-1.js',
    entry: { module: '/assets/entry-1.js', imports: ['/assets/shell-1.js'], css: [] },
    routes: {
      root: { id: 'root', module: '/assets/root-1.js', css: ['/assets/root-1.css'] },
      login: { id: 'login', module: '/assets/login-1.js', imports: ['/assets/shell-1.js'] },
    },
  },
};

describe('a build', () => {
  it('at the root stays as it is', () => {
    expect(mountBuild(BUILD, '')).toBe(BUILD);
  });

  it('below a path has the path in each address, and stays as it was itself', () => {
    const before = JSON.stringify(BUILD);
    const mounted = mountBuild(BUILD, '/desk');
    expect(mounted).toMatchObject({ basename: '/desk', publicPath: '/desk/' });
    const addresses = JSON.stringify(mounted).match(/"\/[^"]*\.(js|css)"/g) ?? [];
    expect(addresses).toHaveLength(7);
    for (const address of addresses) expect(address).toMatch(/^"\/desk\/assets\//);
    expect(JSON.stringify(BUILD)).toBe(before);
  });

  it('has a list of files for browsers, at the path of the static file', () => {
    const { path, text } = buildManifestFile(BUILD, mountBuild(BUILD, '/desk'));
    expect(path).toBe('/assets/manifest-1.js');
    expect(text).toMatch(/^window\.__remixManifest=\{.*"url":"\/desk\/assets\/manifest-1\.js"/);
  });
});
