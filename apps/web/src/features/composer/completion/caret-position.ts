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
 * The viewport position of a character in a text box. Browsers have no API for it, so an invisible
 * element with the same text and styles is measured.
 */
export function characterPosition(box: HTMLTextAreaElement, index: number) {
  const mirror = document.createElement('div');
  const style = getComputedStyle(box);
  for (const property of copiedProperties) mirror.style[property] = style[property];
  Object.assign(mirror.style, {
    position: 'fixed',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${box.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  });
  const character = document.createElement('span');
  character.textContent = box.value.charAt(index);
  mirror.append(box.value.slice(0, index), character, box.value.slice(index + 1));
  document.body.append(mirror);
  const { offsetLeft, offsetTop, offsetHeight } = character;
  mirror.remove();
  const { left, top } = box.getBoundingClientRect();
  return {
    left: left + offsetLeft,
    top: top + offsetTop - box.scrollTop,
    bottom: top + offsetTop + offsetHeight - box.scrollTop,
  };
}
