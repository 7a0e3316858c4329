/** One line about what the set-up is doing, on standard error: standard output belongs to the results. */
export function say(line) {
  process.stderr.write(`postern: ${line}\n`)
}
