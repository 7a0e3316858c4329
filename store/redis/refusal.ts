import type { StoreLog } from '../observer/observer.ts'

/**
 * Notices a Redis that responds but takes no writes: out of memory, a replica, unable to save. It is not
 * read either as long as that lasts, because what it shows may have been changed or ended meanwhile.
 */
export interface RefusalWatch {
  /** The code Redis refuses with; undefined while it takes writes. */
  code(): string | undefined
  /** The code of an error by which Redis refuses writes, else undefined. */
  note(error: unknown): string | undefined
  close(): void
}

interface RefusalWatchOptions {
  /** A write that is refused as long as others are. */
  readonly probe: () => Promise<unknown>
  readonly onChange: (state: 'refusing' | 'taking') => void
  readonly now: () => number
  readonly log: StoreLog
}

// Also while all is well: an instance that only reads would not notice that others can no longer write.
const probeEveryMs = 500
// Of a Cluster one server may refuse while the probe's takes everything, again and again.
const logEveryMs = 60_000

/** Starts probing; reports the log when a refusal starts and when it ends. */
export function watchRefusals(options: RefusalWatchOptions): RefusalWatch {
  const { probe, onChange, now, log } = options
  let refusing: string | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  let isReported = false
  const timer = setInterval(() => void query(), probeEveryMs)
  timer.unref()

  async function query(): Promise<void> {
    try {
      await probe()
      end()
    } catch (error) {
      // No response at all is not a refusal, and is reported elsewhere.
      note(error)
    }
  }

  function note(error: unknown): string | undefined {
    const code = refusalCodeOf(error)
    if (code === undefined || refusing !== undefined) return code
    refusing = code
    isReported = now() - loggedAt >= logEveryMs
    if (isReported) report(error)
    onChange('refusing')
    return code
  }

  function end(): void {
    if (refusing === undefined) return
    refusing = undefined
    if (isReported) log.info({}, 'redis takes writes again')
    onChange('taking')
  }

  function report(error: unknown): void {
    loggedAt = now()
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason }, 'redis takes no writes: going on without it')
  }

  return { code: () => refusing, note, close: () => clearInterval(timer) }
}

const refusalCodes: ReadonlySet<string> = new Set([
  ...['OOM', 'READONLY', 'MISCONF', 'LOADING', 'MASTERDOWN', 'NOREPLICAS'],
  ...['NOAUTH', 'NOPERM', 'CLUSTERDOWN'],
])

/**
 * The first word of an error reply is its code (redis.io, RESP protocol). Redis 6 hides that of a script
 * in the text of its own error.
 */
function refusalCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined
  const [, code = ''] = /^(?:ERR Error running script .* -)?([A-Z]+) /.exec(error.message) ?? []
  return refusalCodes.has(code) ? code : undefined
}
