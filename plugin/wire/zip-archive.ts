import type { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly content: Readable
}

const VERSION = 20
/** Sizes follow the data, names are UTF-8 (APPNOTE.TXT 4.4.4). */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, midnight: the earliest a DOS date can say, for files that tell none. */
const DOS_DATE = 0x0021

interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly checksum: number
  readonly packedBytes: number
  readonly bytes: number
}

/**
 * Writes a ZIP archive (PKWARE APPNOTE.TXT) as its files are read, one after the other: nothing is held
 * in memory but a piece. For less than 4 GiB: a mail is far from it.
 */
export async function* zipArchive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const encoded = Buffer.from(name)
    const header = localHeader(encoded)
    yield header
    const sums = { checksum: 0, packedBytes: 0, bytes: 0 }
    yield* packed(content, sums)
    const descriptor = dataDescriptor(sums)
    yield descriptor
    written.push({ name: encoded, offset, ...sums })
    offset += header.length + sums.packedBytes + descriptor.length
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOfDirectory(written.length, directory.length, offset)
}

interface Sums {
  checksum: number
  packedBytes: number
  bytes: number
}

async function* packed(content: Readable, sums: Sums): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 1 })
  content.on('data', (piece: Buffer) => {
    sums.checksum = crc32(piece, sums.checksum)
    sums.bytes += piece.length
  })
  content.on('error', (error) => deflate.destroy(error))
  content.pipe(deflate)
  try {
    for await (const piece of deflate) {
      if (!Buffer.isBuffer(piece)) continue
      sums.packedBytes += piece.length
      yield piece
    }
  } finally {
    content.destroy()
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function dataDescriptor({ checksum, packedBytes, bytes }: Sums): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(checksum, 4)
  descriptor.writeUInt32LE(packedBytes, 8)
  descriptor.writeUInt32LE(bytes, 12)
  return descriptor
}

function directoryEntry({ name, offset, checksum, packedBytes, bytes }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(checksum, 16)
  head.writeUInt32LE(packedBytes, 20)
  head.writeUInt32LE(bytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
