import test from 'ava'
import { createListedParts } from '../../../../../plugin/web/state/message/listed-parts.ts'
import { fakeMessage, nativeMessage } from '../../../../support/web/fake-mail.ts'

const part = (id: string) => ({ id, type: 'text/plain', filename: `${id}.txt`, size: 1 })

/** A message with a file, an image that its frame may show and a calendar file. */
function openMessage() {
  const attachments = [
    part('2'),
    { ...part('3'), imageNames: ['cid:a'] },
    { ...part('4'), isCalendar: true } as const,
  ]
  const box = { path: 'INBOX', specialUse: null, uidValidity: '1', messages: [], uidNext: 2 }
  return nativeMessage(box, fakeMessage(1, { attachments }), true)
}

const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id)

test('a part that something else of the message may show is listed once that does not show it', (t) => {
  const listed = createListedParts()
  const message = openMessage()

  t.deepEqual(idsOf(listed.of(message)), ['2'])
  listed.notify(message, { frame: [] })
  t.deepEqual(idsOf(listed.of(message)), ['2', '3'])
  listed.notify(message, { event: ['4'] })
  t.deepEqual(idsOf(listed.of(message)), ['2', '3'])
  listed.notify(message, { event: [] })
  t.deepEqual(idsOf(listed.of(message)), ['2', '3', '4'])
})

test('what does not come hides nothing, and what came is not listed', (t) => {
  const listed = createListedParts()
  const message = openMessage()

  listed.notify(message, { frame: ['3'] })
  listed.listRest(message)

  t.deepEqual(idsOf(listed.of(message)), ['2', '4'])
})

test('what is shown of one message is not taken for another', (t) => {
  const listed = createListedParts()
  listed.notify(openMessage(), { frame: [], event: [] })

  t.deepEqual(idsOf(listed.of(openMessage())), ['2'])
})
