// Addresses below a path of PUBLIC_ORIGIN, and the sources that must not write them by hand.
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildAssetHref,
  buildHref,
  findAppPath,
  setBasePath,
  toAppPath,
} from '../../app/contracts/base-path';
import { isCode, listSourceFiles } from '../support/source-files';

afterEach(() => setBasePath(''));

describe('an address of the application', () => {
  it.each([
    ['', '/portfolio?by=day', '/portfolio?by=day'],
    ['/desk', '/portfolio?by=day', '/desk/portfolio?by=day'],
    ['/desk', '/', '/desk/'],
    ['/trade/desk', '/ws', '/trade/desk/ws'],
    ['/desk', '?commodity=corn', '?commodity=corn'],
    ['/desk', '#main', '#main'],
  ])('below "%s" of %s is %s', (basePath, path, href) => {
    setBasePath(basePath);
    expect(buildHref(path)).toBe(href);
  });

  it.each([
    ['', '/desk/x', '/desk/x'],
    ['/desk', '/desk', '/'],
    ['/desk', '/desk/', '/'],
    ['/desk', '/desk?index', '/?index'],
    ['/desk', '/desk/ws?x=1', '/ws?x=1'],
    ['/desk', '/desktop', null],
    ['/desk', '/DESK/ws', null],
    ['/desk', '/', null],
    ['/desk', '//desk/', null],
    ['/desk', '/other/../desk/', null],
    ['/desk', '/desk/../etc', '/../etc'],
  ])('below "%s" at %s has the path %s', (basePath, address, path) => {
    setBasePath(basePath);
    expect(findAppPath(address)).toBe(path);
  });

  it.each([
    ['', '/portfolio', '/portfolio'],
    ['/desk', '/desk/portfolio', '/portfolio'],
    ['/desk', '/desk', '/'],
    ['/desk', '/desk/', '/'],
  ])('below "%s" of the page at %s is %s', (basePath, pathname, path) => {
    setBasePath(basePath);
    expect(toAppPath(pathname)).toBe(path);
  });

  it('of a built file is the same for the server and the browser', () => {
    setBasePath('/desk');
    const href = '/desk/assets/app-1.css';
    expect(buildAssetHref('/assets/app-1.css')).toBe(href);
    expect(buildAssetHref(`https://example.com${href}`)).toBe(href);
  });
});

/** Links, plain forms and requests with a path of their own. Form and Link of Remix add the path. */
const HAND_WRITTEN = [
  /\bhref=(?:"\/|\{['"`]\/)/,
  /<form\b[^>]*\baction=(?:"\/|\{['"`]\/)/,
  /\bfetch\(['"`]\//,
  /\blocation\.(?:assign|replace)\(['"`]\//,
  /url\(\/assets/,
];

describe('the components', () => {
  const sources = listSourceFiles().filter(
    (file) => isCode(file) && /^app\/(components|routes|root)/.test(file.path),
  );

  it('build every address with the path', () => {
    expect(sources.length).toBeGreaterThan(100);
    const faults = sources.flatMap(({ path, text }) =>
      HAND_WRITTEN.filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern}`),
    );
    expect(faults).toEqual([]);
  });
});
