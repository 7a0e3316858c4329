import { buffer } from 'node:stream/consumers'
import test from 'ava'
import { attachments } from '../../../../plugin/actions/part/attachments.ts'
import { zipFiles } from '../../../support/http/zip-files.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { oneMessage } from '../../../support/actions/inputs.ts'

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
