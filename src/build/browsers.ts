import { readFileSync } from 'node:fs';

/** Names of the list in package.json and those of the bundler. */
const TARGETS: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

export interface Browser {
  /** As the bundler calls it. */
  readonly name: string;
  readonly version: string;
}

/** The oldest browsers that can buy and stake: the browserslist of package.json, whose text is `json`. */
export function oldestBrowsers(json = readFileSync('package.json', 'utf8')): readonly Browser[] {
  const { browserslist } = JSON.parse(json) as { browserslist: readonly string[] };
  return browserslist.map((line) => {
    const [, listed = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    const name = TARGETS[listed];
    if (name === undefined) throw new Error(`browserslist of package.json: "${line}" is no known browser`);
    return { name, version };
  });
}
