import { open, stat, type FileHandle } from 'node:fs/promises'

/** Where log lines go. `write` returns at once; what does not fit is dropped and counted. */
export interface LogDestination {
  write(line: string): void
}

/** A log file that a rotation may move away at any time. */
export interface LogFile extends LogDestination {
  /** Opens the path anew before the next line: for SIGUSR2 after a rotation. */
  reopen(): void
  /** Lines lost since the start: the queue was full or the disk refused them. */
  readonly droppedLines: number
  /** Writes what is queued and closes the file. */
  close(): Promise<void>
}

interface LogFileOptions {
  readonly path: string
  /** Lines that wait for the disk are dropped beyond this. */
  readonly maxQueuedChars: number
  /** How often the path is compared with the open file, to notice a rotation. */
  readonly rotationCheckMs: number
  readonly now: () => number
}

/** Appends to a file, off the request's way. A full or broken disk costs lines, never a request. */
export function createLogFile({
  path,
  maxQueuedChars,
  rotationCheckMs,
  now,
}: LogFileOptions): LogFile {
  let queue: string[] = []
  let queuedChars = 0
  let droppedLines = 0
  let file: FileHandle | undefined
  let isReopenDue = false
  let checkedAt = 0
  let writing: Promise<void> | undefined

  const currentFile = async (): Promise<FileHandle> => {
    if (file !== undefined && !isReopenDue && !(await isRotatedAway(file))) return file
    isReopenDue = false
    const former = file
    file = undefined
    await former?.close()
    file = await open(path, 'a', 0o640)
    checkedAt = now()
    return file
  }

  const isRotatedAway = async (opened: FileHandle): Promise<boolean> => {
    if (now() - checkedAt < rotationCheckMs) return false
    checkedAt = now()
    const [atPath, ours] = await Promise.all([stat(path).catch(missing), opened.stat()])
    return atPath?.ino !== ours.ino || atPath.dev !== ours.dev
  }

  const writeQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      const lines = queue
      queue = []
      queuedChars = 0
      try {
        await (await currentFile()).appendFile(lines.join(''))
      } catch {
        // The log has no place to report its own failure but the counter, which the health page shows.
        droppedLines += lines.length
        isReopenDue = true
      }
    }
    writing = undefined
  }

  return {
    write(line) {
      if (queuedChars + line.length > maxQueuedChars) {
        droppedLines += 1
        return
      }
      queue.push(line)
      queuedChars += line.length
      writing ??= writeQueue()
    },
    reopen() {
      isReopenDue = true
    },
    get droppedLines() {
      return droppedLines
    },
    async close() {
      await writing
      const former = file
      file = undefined
      await former?.close()
    },
  }
}

function missing(): undefined {
  return undefined
}
