import type { StoreLog } from '../observer/observer.ts'

/**
 * Notices a Redis that answers but takes no writes: out of memory, a replica, unable to save. It is not
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
const tellEveryMs = 60_000

/** Starts probing; tells the log when a refusal begins and when it ends. */
export function watchRefusals(options: RefusalWatchOptions): RefusalWatch {
  const { probe, onChange, now, log } = options
  let refusing: string | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let isTold = false
  const timer = setInterval(() => void ask(), probeEveryMs)
  timer.unref()

  async function ask(): Promise<void> {
    try {
      await probe()
      end()
    } catch (error) {
      // No answer at all is not a refusal, and is told elsewhere.
      note(error)
    }
  }

  function note(error: unknown): string | undefined {
    const code = refusalCodeOf(error)
    if (code === undefined || refusing !== undefined) return code
    refusing = code
    isTold = now() - toldAt >= tellEveryMs
    if (isTold) tell(error)
    onChange('refusing')
    return code
  }

  function end(): void {
    if (refusing === undefined) return
    refusing = undefined
    if (isTold) log.info({}, 'redis takes writes again')
    onChange('taking')
  }

  function tell(error: unknown): void {
    toldAt = now()
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
 * in the words of its own error.
 */
function refusalCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined
  const [, code = ''] = /^(?:ERR Error running script .* -)?([A-Z]+) /.exec(error.message) ?? []
  return refusalCodes.has(code) ? code : undefined
}
