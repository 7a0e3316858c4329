import { writeFile } from 'node:fs/promises'
import { readCommandLine, usage, type BenchOptions } from './scenarios/command-line.ts'
import { fullPlan } from './mailboxes/plan.ts'
import { tableOf } from './report/table.ts'
import { runBench } from './run-bench.ts'
import { setStage } from './servers/stage.ts'

const say = (line: string) => process.stderr.write(`bench: ${line}\n`)
const options = readOptions()
if (options === undefined) process.exitCode = 64
else await bench(options)

/** The process edge: results go to standard output, what is continuing to standard error. */
async function bench(chosen: BenchOptions): Promise<void> {
  const stage = await setStage({ plan: fullPlan, withRoundcube: chosen.withRoundcube, say })
  const stop = () => void stage.stop().then(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const results = await runBench(chosen, fullPlan, stage, say)
    process.stdout.write(`${tableOf(results)}\n`)
    if (chosen.jsonFile !== undefined) {
      await writeFile(chosen.jsonFile, `${JSON.stringify(results, undefined, 1)}\n`)
    }
    const reports = results.rows.flatMap(({ measured }) => measured.flatMap(({ rounds }) => rounds))
    const errors = [
      ...reports,
      ...(results.hold === undefined ? [] : [results.hold.report]),
    ].flatMap(({ errorTexts }) => errorTexts)
    for (const text of new Set(errors)) say(`error: ${text}`)
    if (errors.length > 0) process.exitCode = 1
  } finally {
    await stage.stop()
  }
}

function readOptions(): BenchOptions | undefined {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return undefined
  }
}
