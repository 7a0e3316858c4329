import { Session, type Profiler } from 'node:inspector/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Counts calls in this process, by V8's precise coverage: nothing is compiled away, and nothing is sampled. */
export interface CallCounter {
  /** The sources of ours, `plugin/app.ts`, of which a function was called while the work was done. */
  filesOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>>
  stop(): Promise<void>
}

/** Starts counting. What is loaded later is counted as well. */
export async function startCallCounter(): Promise<CallCounter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Each take begins the counts anew.
  const take = async () => (await session.post('Profiler.takePreciseCoverage')).result
  return {
    async filesOf(work) {
      await take()
      await work()
      return new Set((await take()).filter(isCalled).flatMap(sourceOf))
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

function isCalled({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(
    ({ functionName, ranges }) => functionName !== ADDED && (ranges[0]?.count ?? 0) > 0,
  )
}

/** The compiler's own, in each file that has functions within functions. */
const ADDED = '__name'

function sourceOf({ url }: Profiler.ScriptCoverage): readonly string[] {
  if (!url.startsWith('file:')) return []
  const path = relative(ROOT, fileURLToPath(url))
  return /^(plugin|proxy|store)\//.test(dirname(path) + '/') ? [path] : []
}
