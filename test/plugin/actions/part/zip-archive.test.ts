import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import test from 'ava'
import { zipArchive } from '../../../../plugin/actions/part/attachments.ts'

async function bytesOf(archive: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of archive) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an empty archive is nothing but its end', async (t) => {
  const archive = await bytesOf(zipArchive([]))

  t.is(archive.length, 22)
  t.is(archive.readUInt32LE(0), 0x06054b50)
})

test('a file is found by the directory and unpacks to what it was', async (t) => {
  const content = Buffer.from('a'.repeat(100_000))
  const name = 'Grüße.txt'
  const pieces = [content.subarray(0, 7), content.subarray(7)]

  const archive = await bytesOf(
    zipArchive([{ name, open: async () => Readable.from(pieces, { objectMode: false }) }]),
  )

  const end = archive.length - 22
  const entry = archive.readUInt32LE(end + 16)
  const packedBytes = archive.readUInt32LE(entry + 20)
  const local = archive.readUInt32LE(entry + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  t.is(archive.readUInt16LE(end + 8), 1)
  t.is(archive.toString('utf8', entry + 46, entry + 46 + Buffer.byteLength(name)), name)
  t.deepEqual(inflateRawSync(archive.subarray(start, start + packedBytes)), content)
})

test('a file that breaks off breaks the archive: no one takes half of it for the whole', async (t) => {
  const content = new Readable({
    read() {
      this.destroy(new Error('the mail server went away'))
    },
  })

  await t.throwsAsync(bytesOf(zipArchive([{ name: 'a', open: async () => content }])), {
    message: 'the mail server went away',
  })
})

test('an archive no one wants any more closes the file that is being read', async (t) => {
  const isClosed = new EventEmitter()
  async function* endless() {
    try {
      for (;;) yield randomBytes(64 * 1024)
    } finally {
      isClosed.emit('close')
    }
  }
  const archive = zipArchive([{ name: 'a', open: async () => endless() }])
  // The first piece is the name of the file, and comes before it is read.
  await archive.next()
  await archive.next()

  const closed = once(isClosed, 'close')
  await archive.return()

  await t.notThrowsAsync(closed)
})

test('an archive no one reads opens nothing', async (t) => {
  let isOpened = false
  const open = async () => {
    isOpened = true
    return Readable.from([])
  }

  await zipArchive([{ name: 'a', open }]).return()

  t.false(isOpened)
})
