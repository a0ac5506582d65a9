/** How an operation is called: by npm in a checkout, by a command of its own in the image. */
export function commandName(operation: string): string {
  // Which of the scripts in package.json is running; npm says so.
  const script = process.env['npm_lifecycle_event'];
  return script === operation ? `npm run ${operation} --` : `skein ${operation}`;
}
