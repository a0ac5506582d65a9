// A collapsed card shows this many lines; its class `line-clamp-12` cuts there.
const collapsedLines = 12;
// About what fits into a line of the column in a wide window.
const charactersPerLine = 65;
// Hiding a line or two is not worth a click.
const slackLines = 4;

/** Whether a card shows a text collapsed. Estimated, not measured: no card changes its height by itself. */
export function isLongText(text: string): boolean {
  return countLines(text) > collapsedLines + slackLines;
}

/** About how many lines a card shows of a text, with the button under a collapsed one. */
export function countShownLines(text: string): number {
  return isLongText(text) ? collapsedLines + 1 : countLines(text);
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text
    .split('\n')
    .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
}
