import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import test from 'ava'
import { zipArchive, type ZipEntry } from '../../plugin/wire/zip-archive.ts'

async function* entriesOf(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

async function bytesOf(archive: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of archive) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an empty archive is nothing but its end', async (t) => {
  const archive = await bytesOf(zipArchive(entriesOf([])))

  t.is(archive.length, 22)
  t.is(archive.readUInt32LE(0), 0x06054b50)
})

test('a file is found by the directory and unpacks to what it was', async (t) => {
  const content = Buffer.from('a'.repeat(100_000))
  const name = 'Grüße.txt'
  const pieces = [content.subarray(0, 7), content.subarray(7)]

  const archive = await bytesOf(
    zipArchive(entriesOf([{ name, content: Readable.from(pieces, { objectMode: false }) }])),
  )

  const end = archive.length - 22
  const entry = archive.readUInt32LE(end + 16)
  const packedBytes = archive.readUInt32LE(entry + 20)
  const start = 30 + Buffer.byteLength(name)
  t.is(archive.readUInt16LE(end + 8), 1)
  t.is(archive.toString('utf8', entry + 46, entry + 46 + Buffer.byteLength(name)), name)
  t.deepEqual(inflateRawSync(archive.subarray(start, start + packedBytes)), content)
})

test('a file that breaks off breaks the archive: nobody takes half of it for the whole', async (t) => {
  const content = new Readable({
    read() {
      this.destroy(new Error('the mail server went away'))
    },
  })

  await t.throwsAsync(bytesOf(zipArchive(entriesOf([{ name: 'a', content }]))), {
    message: 'the mail server went away',
  })
})
