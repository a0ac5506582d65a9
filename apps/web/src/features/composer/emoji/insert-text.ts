/** Replaces the selection of a text box as if the user had typed the text. */
export function insertText(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // The only way that the browser can undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
