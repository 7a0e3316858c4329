/** Left behind for the next look at a failed test: its stack names the sources. */
export const bundleFolder = '.bundled-tests'

/** What ava printed of bundles, with the names of the files they were made of; tests of a group have the file's already. */
export function withSourceNames(output) {
  return output
    .replaceAll(`${bundleFolder}/`, '')
    .replaceAll('.test.mjs', '.test.ts')
    .replace(/\bgroup-\d+ › /g, '')
}
