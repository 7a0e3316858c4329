import { open, stat, type FileHandle } from 'node:fs/promises'

/** Where log lines go. `write` returns at once; what does not fit is dropped and counted. */
export interface LogDestination {
  write(line: string): void
}

/** A log file that a rotation may move away at any time. */
export interface LogFile extends LogDestination {
  /** Opens the path again before the next line: for SIGUSR2 after a rotation. */
  reopen(): void
  /** Lines lost since the start: more were waiting than the bound allows. */
  readonly droppedLines: number
  /** Bytes that the disk has not taken yet. */
  readonly waitingBytes: number
  /** Writes what is queued and closes the file; what the disk does not take then is lost. */
  close(): Promise<void>
}

interface LogFileOptions {
  readonly path: string
  /** Lines that wait for the disk are dropped beyond this. */
  readonly maxQueuedBytes: number
  /** How often the path is compared with the open file, to notice a rotation. */
  readonly rotationCheckMs: number
  /** How often a disk that refused lines is tried again. */
  readonly retryMs: number
  readonly now: () => number
}

/**
 * Appends to a file, off the request's way. Lines that a full or broken disk refuses wait in memory, in
 * their order, until it takes them.
 */
export function createLogFile(options: LogFileOptions): LogFile {
  const { path, maxQueuedBytes, rotationCheckMs, retryMs, now } = options
  let queue: Buffer[] = []
  let queuedBytes = 0
  let droppedLines = 0
  let file: FileHandle | undefined
  let isReopenDue = false
  let checkedAt = 0
  let writing: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

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
    // A clock that was set back must not put it off.
    if (Math.abs(now() - checkedAt) < rotationCheckMs) return false
    checkedAt = now()
    const [atPath, ours] = await Promise.all([stat(path).catch(missing), opened.stat()])
    return atPath?.ino !== ours.ino || atPath.dev !== ours.dev
  }

  const writeQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      let rest = Buffer.concat(queue)
      queue = []
      try {
        while (rest.length > 0) {
          // The file may take a part of a line before the disk is full: the next attempt continues there.
          const { bytesWritten } = await (await currentFile()).write(rest)
          rest = rest.subarray(bytesWritten)
          queuedBytes -= bytesWritten
        }
      } catch {
        // The log has no place to report its own failure but the counter of what it drops.
        queue.unshift(rest)
        isReopenDue = true
        retry = setTimeout(writeAgain, retryMs)
        retry.unref()
        break
      }
    }
    writing = undefined
  }

  const writeAgain = (): void => {
    clearTimeout(retry)
    retry = undefined
    writing ??= writeQueue()
  }

  return {
    write(line) {
      const bytes = Buffer.from(line)
      if (queuedBytes + bytes.length > maxQueuedBytes) {
        droppedLines += 1
        return
      }
      queue.push(bytes)
      queuedBytes += bytes.length
      if (retry === undefined) writing ??= writeQueue()
    },
    reopen() {
      isReopenDue = true
    },
    get droppedLines() {
      return droppedLines
    },
    get waitingBytes() {
      return queuedBytes
    },
    async close() {
      await writing
      if (retry !== undefined) writeAgain()
      await writing
      clearTimeout(retry)
      droppedLines += linesOf(queue)
      queue = []
      const former = file
      file = undefined
      await former?.close()
    },
  }
}

function linesOf(pieces: readonly Buffer[]): number {
  return Buffer.concat(pieces).toString('latin1').split('\n').length - 1
}

function missing(): undefined {
  return undefined
}
