/** Whether the administrators have written rules, as the server writes into the page. */
export function hasRules(): boolean {
  return document.querySelector('meta[name="rules"]') !== null;
}
