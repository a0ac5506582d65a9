/**
 * How many times longer than promised something may take. `npm test` shares its processors with
 * other tests and with whatever else the machine does; `npm run test:soak` allows the promise alone.
 */
export const timeFactor = Number(process.env['PATIENCE'] ?? 5);
