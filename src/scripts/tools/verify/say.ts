/** Puts a sentence into an output, in the colour of its tone. */
export function say(output: HTMLElement, tone: 'success' | 'danger' | 'warning' | 'note', text: string): void {
  output.className = tone;
  output.textContent = text;
}
