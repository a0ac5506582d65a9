/**
 * The factor by which tests extend time limits, because `npm test` shares the CPUs with other tests and
 * programs. `npm run test:soak` sets it to 1.
 */
export const timeFactor = Number(process.env['TIME_FACTOR'] ?? 5);
