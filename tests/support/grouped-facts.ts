/** Facts as text, a line for each subject: the subject and its facts in order, with tabs between them. */
export function writeGroups(facts: readonly (readonly [subject: string, fact: string])[]): string {
  const lines = [...Map.groupBy(facts, ([subject]) => subject)].map(([subject, own]) =>
    [subject, ...[...new Set(own.map(([, fact]) => fact))].sort()].join('\t'),
  );
  return `${lines.sort().join('\n')}\n`;
}

export function readGroups(text: string): readonly (readonly [subject: string, fact: string])[] {
  return text.split('\n').flatMap((line) => {
    const [subject = '', ...facts] = line.split('\t');
    return facts.map((fact) => [subject, fact] as const);
  });
}
