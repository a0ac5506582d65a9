/** The name of this instance. The server writes it into the page. */
export function getInstanceName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  const name = meta?.content.trim() ?? '';
  return name === '' ? 'Skein' : name;
}
