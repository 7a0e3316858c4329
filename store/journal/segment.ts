import { createHash } from 'node:crypto'
import { constants, open, readFile, type FileHandle } from 'node:fs/promises'
import { unlessMissing } from '../file/system-error.ts'

/** One file of the journal: batches of rows, one behind the other, each durable when `append` resolves. */
export interface Segment {
  /** One write and its sync (open(2), O_DSYNC). Throws what the system throws; then nothing was promised. */
  append(payload: Buffer): Promise<void>
  /** Starts at the front again: what is behind the new batches is of an older generation, and not read. */
  restart(generation: number): void
  readonly bytes: number
  close(): Promise<void>
}

/** A batch as it was found. */
export interface FoundBatch {
  readonly generation: number
  readonly payload: Buffer
}

const MAGIC = 0x504a3031
const HEADER_BYTES = 32
const DIGEST_BYTES = 16

/**
 * Opens a file of its own for writing. Its room is taken beforehand: a write within the file costs one sync of its own
 * pages, one that makes it longer a sync of the file system's as well.
 */
export async function createSegment(path: string, roomBytes: number): Promise<Segment> {
  const { O_RDWR, O_CREAT, O_EXCL, O_DSYNC } = constants
  const file = await open(path, O_RDWR | O_CREAT | O_EXCL | O_DSYNC, 0o600)
  try {
    await file.write(Buffer.alloc(roomBytes), 0, roomBytes, 0)
  } catch (error) {
    await file.close()
    throw error
  }
  let generation = 0
  let at = 0
  return {
    async append(payload) {
      const batch = framed(generation, payload)
      await writeWhole(file, batch, at)
      at += batch.length
    },
    restart(next) {
      generation = next
      at = 0
    },
    get bytes() {
      return at
    },
    close: () => file.close(),
  }
}

/** The batches of the file's newest generation, up to the first that is not whole; none where there is no file. */
export async function readSegment(path: string): Promise<readonly FoundBatch[]> {
  const content = await unlessMissing(readFile(path))
  return content === undefined ? [] : batchesIn(content)
}

function batchesIn(bytes: Buffer): readonly FoundBatch[] {
  const found: FoundBatch[] = []
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const generation = bytes.readUInt32BE(at + 4)
    const length = bytes.readUInt32BE(at + 8)
    const end = at + HEADER_BYTES + length
    const first = found[0]?.generation ?? generation
    if (bytes.readUInt32BE(at) !== MAGIC || generation !== first || end > bytes.length) break
    const payload = bytes.subarray(at + HEADER_BYTES, end)
    if (!framed(generation, payload).equals(bytes.subarray(at, end))) break
    found.push({ generation, payload })
    at = end
  }
  return found
}

/** Header of mark, generation, length and digest, and the rows behind it. */
function framed(generation: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(MAGIC, 0)
  header.writeUInt32BE(generation, 4)
  header.writeUInt32BE(payload.length, 8)
  const digest = createHash('sha256').update(header.subarray(0, 12)).update(payload).digest()
  digest.copy(header, HEADER_BYTES - DIGEST_BYTES, 0, DIGEST_BYTES)
  return Buffer.concat([header, payload])
}

async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
    written += bytesWritten
  }
}
