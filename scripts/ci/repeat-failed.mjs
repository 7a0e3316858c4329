/** More files than this are no bad luck: something is broken, and a second look would only hide it. */
const maxFlakyFiles = 5

/**
 * Runs each file that failed again, alone. What fails twice has failed; what passes then is flaky, to be
 * mended but not a reason to refuse the rest. A run that broke off without naming a file has failed.
 */
export async function repeatFailed(report, { exitCode }, runAlone) {
  const { passed, unknown } = report
  const names = [...report.failed.keys()]
  const failuresOf = (files) => files.reduce((sum, file) => sum + report.failed.get(file), 0)
  const isUnexplained = exitCode !== 0 && names.length + unknown === 0
  const isEmpty = exitCode === 0 && passed === 0
  const ofNoFile = unknown + (isUnexplained || isEmpty ? 1 : 0)
  if (names.length > maxFlakyFiles) {
    return { passed, flaky: [], failed: names, failures: failuresOf(names) + ofNoFile }
  }
  const flaky = []
  for (const file of names) {
    console.log(`once more, alone: ${file}`)
    const again = await runAlone(file)
    if (again.exitCode === 0) flaky.push(file)
  }
  const failed = names.filter((file) => !flaky.includes(file))
  return {
    passed: passed + failuresOf(flaky),
    flaky,
    failed,
    failures: failuresOf(failed) + ofNoFile,
  }
}
