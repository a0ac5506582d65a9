// The same number as in the class `line-clamp-12` of a collapsed text.
const collapsedLines = 12;
// Approximate number of characters per line in a wide window.
const charactersPerLine = 65;
// Collapsing must hide more than this many lines to be worth a click.
const slackLines = 4;

/** Whether a card collapses a text. Estimated, not measured, so that no card changes its height. */
export function isLongText(text: string): boolean {
  return countLines(text) > collapsedLines + slackLines;
}

/** The approximate number of lines a card shows, including the button of a collapsed text. */
export function countShownLines(text: string): number {
  return isLongText(text) ? collapsedLines + 1 : countLines(text);
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text
    .split('\n')
    .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
}
