/** One measured figure next to its budget. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly budget: string;
  readonly within: boolean;
}

/** Prints figures as a table; a figure over its budget is marked, never hidden. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const width = (key: 'name' | 'value' | 'budget') => Math.max(...figures.map((figure) => figure[key].length));
  const [name, value, budget] = [width('name'), width('value'), width('budget')];
  console.log(`\n${title}`);
  for (const figure of figures) {
    console.log(
      `  ${figure.name.padEnd(name)}  ${figure.value.padStart(value)}   budget ${figure.budget.padEnd(budget)}  ${figure.within ? '' : 'OVER'}`,
    );
  }
}
