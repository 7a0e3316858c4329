import { inflateRawSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import test from 'ava'
import { attachments } from '../../../../plugin/actions/part/attachments.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { oneMessage } from '../../../support/actions/inputs.ts'

const DIRECTORY_ENTRY = 0x02014b50
const END_BYTES = 22

const NAMED = oneMessage('INBOX', 3)
const NOT_INCLUDED =
  '8,001 more parts of this message are not in this archive. Save the message to have them all.\n'

test('an archive of a message with more parts than are listed names what is left out', async (t) => {
  const fake = fakeContext()
  const part = partOf('2', { filename: 'not-included.txt' })
  fake.mail.message = messageOf({ attachments: [part], partsLeftOut: 8_001 })
  fake.mail.parts = new Map([['2', { part, content: Buffer.from('x') }]])

  const result = await attachments.run(NAMED, fake.context)

  const archive = result.kind === 'stream' ? await buffer(result.stream) : Buffer.alloc(0)
  t.deepEqual(zipFiles(archive), [
    ['not-included.txt', NOT_INCLUDED],
    ['not-included (2).txt', 'x'],
  ])
})

test('an archive holds no note of what is left out where nothing is', async (t) => {
  const fake = fakeContext()
  const part = partOf('2', { filename: 'a.txt' })
  fake.mail.message = messageOf({ attachments: [part] })
  fake.mail.parts = new Map([['2', { part, content: Buffer.from('x') }]])

  const result = await attachments.run(NAMED, fake.context)

  const archive = result.kind === 'stream' ? await buffer(result.stream) : Buffer.alloc(0)
  t.deepEqual(zipFiles(archive), [['a.txt', 'x']])
})

/** Names and texts of the files of a ZIP archive without a comment, in the order of its directory (APPNOTE 4.3). */
function zipFiles(archive: Buffer): readonly (readonly [name: string, text: string])[] {
  const files: (readonly [string, string])[] = []
  let entry = archive.readUInt32LE(archive.length - END_BYTES + 16)
  while (archive.readUInt32LE(entry) === DIRECTORY_ENTRY) {
    const method = archive.readUInt16LE(entry + 10)
    const packedBytes = archive.readUInt32LE(entry + 20)
    const nameBytes = archive.readUInt16LE(entry + 28)
    const local = archive.readUInt32LE(entry + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + packedBytes)
    const content = method === 0 ? packed : inflateRawSync(packed)
    files.push([archive.toString('utf8', entry + 46, entry + 46 + nameBytes), content.toString()])
    const [extra, comment] = [archive.readUInt16LE(entry + 30), archive.readUInt16LE(entry + 32)]
    entry += 46 + nameBytes + extra + comment
  }
  return files
}
