import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ErrorLog } from '../log/error-log.ts'
import { clockMoved } from '../log/lines.ts'
import type { Logs } from '../log/open-logs.ts'

/** Measures ages: never goes back, and does not follow a wall clock that a user moves. */
interface Clock {
  /** Unix ms, as a whole number. */
  readonly now: () => number
  /** Ms by which `now` differs from the wall clock; ages of a next process count on from it. */
  offsetMs(): number
}

interface ClockOptions {
  /** Unix ms of the machine's clock, which may jump. */
  readonly wall: () => number
  /** Ms since some moment, which never jump. */
  readonly monotonic: () => number
  /** `offsetMs` of the process before, whose times are in the store. */
  readonly offsetMs: number
  /** Told once for each move of the wall clock against the monotonic one, with its ms. */
  readonly onMove: (movedMs: number) => void
}

/** Less is the work of a time server. */
const MOVE_MS = 60_000

/**
 * How fast `now` comes near the wall clock again, as a share of the time that passes: an hour takes ten
 * hours, and a session that may idle for 30 minutes may do so for 27 or 33 meanwhile (as ntpd slews).
 */
const SLEW = 0.1

/** To be read now and then also when nothing needs the time, so that a jump is noticed. */
export function createClock({ wall, monotonic, offsetMs, onMove }: ClockOptions): Clock {
  let seenAt = monotonic()
  let apartMs = wall() - seenAt
  let steady = wall() + offsetMs

  function advance(): void {
    const at = monotonic()
    const elapsedMs = at - seenAt
    seenAt = at
    const wallNow = wall()
    const movedMs = wallNow - at - apartMs
    apartMs = wallNow - at
    if (Math.abs(movedMs) > MOVE_MS) onMove(Math.round(movedMs))

    steady += elapsedMs
    const mostMs = elapsedMs * SLEW
    steady += Math.max(-mostMs, Math.min(mostMs, wallNow - steady))
  }

  return {
    now() {
      advance()
      return Math.round(steady)
    },
    offsetMs() {
      advance()
      return Math.round(steady - wall())
    },
  }
}

/** The clock of this process, which continues from that of the process before. */
interface SteadyClock extends Pick<Clock, 'now'> {
  close(): Promise<void>
}

interface SteadyClockOptions {
  readonly dataDir: string
  readonly errorLog: Pick<ErrorLog, 'formB'>
  readonly log: Logs['log']
}

const saved = z.object({ offsetMs: z.number().int() })

const LOOK_EVERY_MS = 1_000

/** What is written only then need not be exact: it moves the idle limit by so much. */
const WORTH_SAVING_MS = 5_000

/** Opens the clock and keeps how far it is from the wall clock in `clock.json`. Never throws for that file. */
export async function openSteadyClock(options: SteadyClockOptions): Promise<SteadyClock> {
  const { dataDir, errorLog, log } = options
  const path = join(dataDir, 'clock.json')
  let savedMs = await readOffset(path)
  let saving: Promise<void> = Promise.resolve()
  const clock = createClock({
    wall: Date.now,
    monotonic: () => performance.now(),
    offsetMs: savedMs,
    onMove(movedMs) {
      log.warn({ movedMs }, 'the clock of the machine was moved: ages are measured without it')
      errorLog.formB(clockMoved(movedMs))
      // Anyone who is killed now must not forget it.
      setImmediate(saveIfChanged)
    },
  })
  const timer = setInterval(saveIfChanged, LOOK_EVERY_MS)
  timer.unref()

  function saveIfChanged(): void {
    const offsetMs = clock.offsetMs()
    if (Math.abs(offsetMs - savedMs) < WORTH_SAVING_MS) return
    savedMs = offsetMs
    saving = saving
      .then(() => writeOffset(dataDir, path, offsetMs))
      .catch((err: unknown) => {
        log.warn({ err }, 'clock.json not written: a restart measures ages by the wall clock')
      })
  }

  return {
    now: () => clock.now(),
    async close() {
      clearInterval(timer)
      saveIfChanged()
      await saving
    },
  }
}

/** Without it, or with a damaged one, ages go by the wall clock as at the first start. */
async function readOffset(path: string): Promise<number> {
  try {
    return saved.parse(JSON.parse(await readFile(path, 'utf8'))).offsetMs
  } catch {
    return 0
  }
}

async function writeOffset(dataDir: string, path: string, offsetMs: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, `${JSON.stringify({ offsetMs })}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
