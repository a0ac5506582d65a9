/** Lines a collapsed text shows; the card's stylesheet cuts at the same number. */
export const collapsedLines = 12;

// About what fits into these lines in the column of a wide window.
const charactersPerLine = 65;
// Hiding a line or two is not worth a click.
const slackLines = 4;

/** Whether a card shows a text collapsed. Estimated, not measured: cards never change height by themselves. */
export function isLongText(text: string): boolean {
  const lines = text
    .split('\n')
    .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  return lines > collapsedLines + slackLines;
}
