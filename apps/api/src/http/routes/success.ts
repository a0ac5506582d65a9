/** The response body of a change that returns no data. */
export function success(message: string): { success: true; message: string } {
  return { success: true, message };
}
