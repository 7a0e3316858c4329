/** Enough for the reasons of a few tests. */
const MAX_LINES = 150

/** What ava printed of tests that did not pass, for the end of the output: whoever gets only the end of a long one sees why. */
export function failuresIn(output) {
  const lines = output.split('\n').filter((line) => !/^\s*(?:✔|- \[skip\]|$)/.test(line))
  return lines.slice(-MAX_LINES).join('\n')
}
