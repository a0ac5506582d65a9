const countMark = /^\(\d+\) /;

/**
 * Puts a number before whatever the tab is named after: '(3) Feed · Skein'. Screens name the tab
 * by themselves, long before there is a number, so that their names are followed. Returns how to
 * stop.
 */
export function showCountInTitle(count: number): () => void {
  const mark = count > 0 ? `(${count}) ` : '';
  const apply = () => {
    const title = mark + document.title.replace(countMark, '');
    if (document.title !== title) document.title = title;
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
