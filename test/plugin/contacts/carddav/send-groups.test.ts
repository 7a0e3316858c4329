import test from 'ava'
import { readingHere } from '../../../../plugin/contacts/carddav/server/card-content.ts'
import type { GroupCardChange } from '../../../../plugin/contacts/carddav/server/changed-group-card.ts'
import { sendGroups } from '../../../../plugin/contacts/carddav/send-groups.ts'
import { emptyContact, writeContact } from '../../../../plugin/contacts/contact.ts'

const CARD = 'BEGIN:VCARD\r\nVERSION:4.0\r\nKIND:group\r\nUID:team\r\nFN:Team\r\nEND:VCARD\r\n'
const groups = new Map([['g', { path: '/team.vcf', etag: '1', name: 'Team', members: [] }]])
const ada = { ...emptyContact('Ada'), uid: 'ada', groups: ['Team'] }
const changes = [{ id: 'a', baseVersion: 0, body: writeContact(ada) }]
const book = { find: async () => undefined }

/** A server whose card another program has changed each time before it is written, so often. */
function changingServer(times: number) {
  const written: string[] = []
  let left = times
  return {
    written,
    groupChanged: (text: string, change: GroupCardChange) => readingHere.groupChanged(text, change),
    get: async () => ({ path: '/team.vcf', etag: '1', text: CARD }),
    put: async (_path: string, text: string) => {
      left -= 1
      if (left >= 0) return { kind: 'changed' } as const
      written.push(text)
      return { kind: 'written', etag: '2' } as const
    },
  }
}

test('who comes into a group is written to its card, also where another program was faster', async (t) => {
  const remote = changingServer(2)

  await sendGroups({ remote, book }, groups, changes)

  t.is(remote.written.length, 1)
  t.regex(remote.written[0] ?? '', /MEMBER:urn:uuid:ada/)
})

test('a group whose card never stands still is told to have changed, and no one is taken for its member', async (t) => {
  const remote = changingServer(99)

  const refused = await t.throwsAsync(sendGroups({ remote, book }, groups, changes))

  t.like(refused, { code: 'contact_changed' })
  t.deepEqual(remote.written, [])
})
