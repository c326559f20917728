// Where sidebar and menu lead, in their order, and what the radar's page holds.
import { describe, expect, it } from 'vitest';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';

const users = pageUsers('walking-user');
let known: PageUser | null = null;
const page = async (path: string): Promise<string> =>
  (await (known ??= await users.next()).open(path)).text;

/** Entries of a navigation as `name address`. */
function entries(html: string, navigation: 'Main' | 'Menu'): string[] {
  const [, after = ''] = html.split(`<nav aria-label="${navigation}"`);
  const [list = ''] = after.split('</nav>');
  return [...list.matchAll(/<a ([^>]*)>.*?<\/svg>([^<]+)<\/a>/g)].map(
    ([, attributes = '', name = '']) => `${name} ${/href="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
  );
}

describe('entries', () => {
  it('stand in the sidebar in their order, and lead where they say', async () => {
    const html = await page('/weather');
    const sidebar = entries(html, 'Main');
    const asked = [
      'Trading Dashboard /',
      'Weather Analysis /weather',
      'Correlations /correlations',
      'Portfolio /portfolio',
      'Institutional /institutional',
      'Settings /?settings=open#settings',
    ];
    expect(sidebar.filter((entry) => asked.includes(entry))).toEqual(asked);
    const [, aside = ''] = html.split('<aside');
    expect(words(aside)).toMatch(
      / Frontmonth .*(Online|Degraded|Halted|Offline).* Last update \d\d:\d\d/,
    );
  });

  it('stand in the menu, those of the sidebar for small screens after them', async () => {
    const menu = entries(await page('/weather'), 'Menu');
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
