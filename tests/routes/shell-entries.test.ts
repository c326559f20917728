// Order and targets of sidebar and menu entries, and contents of the radar page.
import { describe, expect, it } from 'vitest';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('walking-user');
let known: PageUser | null = null;
const openPage = async (path: string): Promise<string> =>
  (await (known ??= await users.next()).open(path)).text;

/** Navigation entries as `name path`. */
function listEntries(html: string, navigation: 'Main' | 'Menu'): string[] {
  const [, after = ''] = html.split(`<nav aria-label="${navigation}"`);
  const [list = ''] = after.split('</nav>');
  return [...list.matchAll(/<a ([^>]*)>.*?<\/svg>([^<]+)<\/a>/g)].map(
    ([, attributes = '', name = '']) => `${name} ${/href="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
  );
}

describe('navigation entries', () => {
  it('are in order in the sidebar, with their targets', async () => {
    const html = await openPage('/weather');
    const sidebar = listEntries(html, 'Main');
    const expectedEntries = [
      'Trading Dashboard /',
      'Weather Analysis /weather',
      'Correlations /correlations',
      'Portfolio /portfolio',
      'Institutional /institutional',
      'Settings /?settings=open#settings',
    ];
    expect(sidebar.filter((entry) => expectedEntries.includes(entry))).toEqual(expectedEntries);
    const [, aside = ''] = html.split('<aside');
    expect(extractText(aside)).toMatch(
      / Frontmonth .*(Online|Degraded|Halted|Offline).* Updated \d\d:\d\d:\d\d , refresh to update/,
    );
  });

  it('are in order in the menu, followed by those of the sidebar on small screens', async () => {
    const menu = listEntries(await openPage('/weather'), 'Menu');
    expect(menu.slice(0, 3)).toEqual([
      'Dashboard /',
      'Weather Radar /radar',
      'Portfolio /portfolio',
    ]);
    for (const name of [
      'Weather Analysis /weather',
      'Correlations /correlations',
      'Institutional /institutional',
      'Settings /?settings=open#settings',
    ])
      expect(menu).toContain(name);
  });
});
