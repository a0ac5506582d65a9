const copiedProperties = [
  'direction',
  'fontFamily',
  'fontFeatureSettings',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'tabSize',
  'textIndent',
] as const satisfies (keyof CSSStyleDeclaration)[];

/**
 * Where in the window the line of one character of a text box stands. The box itself does not
 * tell: an invisible copy of its text is laid out in its place.
 */
export function placeOfCharacter(box: HTMLTextAreaElement, index: number) {
  const copy = document.createElement('div');
  const style = getComputedStyle(box);
  for (const property of copiedProperties) copy.style[property] = style[property];
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${box.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  });
  const character = document.createElement('span');
  character.textContent = box.value.charAt(index);
  copy.append(box.value.slice(0, index), character, box.value.slice(index + 1));
  document.body.append(copy);
  const { offsetLeft, offsetTop, offsetHeight } = character;
  copy.remove();
  const { left, top } = box.getBoundingClientRect();
  return {
    left: left + offsetLeft,
    top: top + offsetTop - box.scrollTop,
    bottom: top + offsetTop + offsetHeight - box.scrollTop,
  };
}
