/** The answer to a change that has nothing else to show than a sentence for a person. */
export function success(message: string): { success: true; message: string } {
  return { success: true, message };
}
