/** How ava starts the titles of a file's tests: the parts of its path. */
export function titleOf(file) {
  return file
    .replace(/^test\//, '')
    .replace(/\.test\.ts$/, '')
    .replaceAll('/', ' › ')
}
