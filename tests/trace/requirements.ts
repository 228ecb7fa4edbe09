import { readFileSync } from 'node:fs';

/** A numbered statement of the specification, a row of tests/requirements.tsv. */
export interface Requirement {
  id: string;
  area: string;
  /** `note` rows state facts that need no test. */
  kind: string;
  text: string;
}

/** Reads the table: columns id, section, area, kind, requirement. */
export function readRequirements(file: string): Requirement[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', , area = '', kind = '', text = ''] = line.split('\t');
      return { id, area, kind, text };
    });
}
