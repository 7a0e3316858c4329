/** Whether the full lengths are wanted: `npm run test:long`. Files that import this have both lengths. */
export const isLong = process.env['LONG_TESTS'] === '1'
