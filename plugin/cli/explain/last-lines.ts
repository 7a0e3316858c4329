import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Called with each line, without its end. */
export type OnLine = (line: string) => void

/** Reads the last `maxBytes` of a file line by line. False where there is no such file, or no one may read it. */
export async function readLastLines(
  path: string,
  maxBytes: number,
  onLine: OnLine,
): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) return false
  const start = Math.max(0, found.size - maxBytes)
  try {
    await eachLine(createReadStream(path, { start, end: found.size }), onLine)
    return true
  } catch {
    // EACCES: the report says which files were read.
    return false
  }
}

/**
 * Reads the last `maxLines` that systemd's journal has of the service, at most `hours` back, the oldest first. False where there
 * is no journal, or no one may read it.
 */
export async function readJournal(
  { unit, hours, maxLines }: JournalPart,
  onLine: OnLine,
): Promise<boolean> {
  const which = ['--unit', unit, '--since', `-${hours}h`, '--lines', `${maxLines}`]
  const journal = spawn('journalctl', [...which, '--output', 'cat', '--quiet', '--no-pager'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<boolean>((resolve) => {
    journal.once('error', () => resolve(false))
    journal.once('close', (code) => resolve(code === 0))
  })
  await eachLine(journal.stdout, onLine)
  return ended
}

interface JournalPart {
  readonly unit: string
  readonly hours: number
  readonly maxLines: number
}

async function eachLine(input: Readable, onLine: OnLine): Promise<void> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) onLine(line)
}
