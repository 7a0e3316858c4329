import { readFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { findSourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
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
  // Each take starts the counts again.
  const take = async () => (await session.post('Profiler.takePreciseCoverage')).result
  return {
    async filesOf(work) {
      await take()
      await work()
      return new Set((await take()).flatMap(calledFiles))
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** The compiler's own, in each file that has functions within functions. */
const ADDED = '__name'

function calledFiles({ url, functions }: Profiler.ScriptCoverage): readonly string[] {
  if (!url.startsWith('file:')) return []
  const called = functions.filter(
    ({ functionName, ranges }) => functionName !== ADDED && (ranges[0]?.count ?? 0) > 0,
  )
  if (called.length === 0) return []
  const path = fileURLToPath(url)
  const paths = path.endsWith('.mjs') ? sourcesOf(path, called) : [path]
  return paths
    .map((source) => relative(ROOT, source))
    .filter((source) => /^(plugin|proxy|store)\//.test(source))
}

/** Where functions of a bundle come from: whole tiers of tests run as bundles (scripts/tiers/bundle-tests.mjs). */
function sourcesOf(bundle: string, called: readonly Profiler.FunctionCoverage[]): string[] {
  // Ava runs Node with --enable-source-maps.
  const map = findSourceMap(bundle)
  // Once for all functions: a bundle has megabytes, and what takes seconds here lets timers into the next count.
  const starts = lineStartsOf(readFileSync(bundle, 'utf8'))
  return called.flatMap(({ ranges }) => {
    const offset = ranges[0]?.startOffset ?? 0
    const line = starts.findLastIndex((start) => start <= offset)
    const entry = map?.findEntry(line, offset - (starts[line] ?? 0))
    if (entry === undefined || !('originalSource' in entry)) return []
    const { originalSource: source } = entry
    return [source.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(bundle), source)]
  })
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
