const countPrefix = /^\(\d+\) /;

/**
 * Shows a count in the title of the tab: '(3) Feed · Skein'. Pages set the title themselves, so an
 * observer adds the count to every new title. Returns a function that stops it.
 */
export function showCountInTitle(count: number): () => void {
  const prefix = count > 0 ? `(${count}) ` : '';
  const apply = () => {
    const title = prefix + document.title.replace(countPrefix, '');
    if (document.title !== title) document.title = title;
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
