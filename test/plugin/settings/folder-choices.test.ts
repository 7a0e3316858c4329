import test from 'ava'
import { createFolderChoices } from '../../../plugin/settings/folder-choices.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Documents } from '../../../store/document/documents.ts'
import { memoryDocuments } from '../../support/actions/fake-sends.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

const owner = { username: 'owner@example.test', mailHost: 'mail.example.test' }

function choicesOver(documents: Documents, clock: { now: number }, freshMs: number | undefined) {
  return createFolderChoices({
    documents,
    freshMs,
    ...{ maxWaitMs: 60_000, keepMs: 3_600_000, maxOwners: 10 },
    now: () => clock.now,
  })
}

test('a choice is known to every session of its owner at once, and to no one else', async (t) => {
  const choices = choicesOver(memoryDocuments(), { now: 1 }, undefined)
  t.is(await choices.current(owner), undefined)

  await choices.publish(owner, { trash: mailboxName('Bin') })

  t.deepEqual(await choices.current(owner), { trash: 'Bin' })
  t.is(await choices.current({ ...owner, username: 'other@example.test' }), undefined)
})

test('a choice made at another instance is known once what was read is no longer fresh', async (t) => {
  const documents = memoryDocuments()
  const clock = { now: 1 }
  const [here, there] = [choicesOver(documents, clock, 2_000), choicesOver(documents, clock, 2_000)]
  await here.publish(owner, { trash: mailboxName('Bin') })
  t.deepEqual(await there.current(owner), { trash: 'Bin' })

  await there.publish(owner, { trash: mailboxName('Old') })
  clock.now += 2_000

  t.deepEqual(await here.current(owner), { trash: 'Old' })
})

test('while the store is away or slow, what is known counts', async (t) => {
  const documents = memoryDocuments()
  const clock = { now: 1 }
  let find: Documents['find'] = (id) => documents.find(id)
  const choices = createFolderChoices({
    documents: { ...documents, find: (id) => find(id) },
    ...{ freshMs: 2_000, maxWaitMs: 1, keepMs: 3_600_000, maxOwners: 10 },
    now: () => clock.now,
  })
  await choices.publish(owner, { trash: mailboxName('Bin') })
  clock.now += 2_000

  find = () => Promise.reject(new StoreUnavailable('database', 'unreachable', undefined))
  t.deepEqual(await choices.current(owner), { trash: 'Bin' })
  find = () => new Promise(() => undefined)
  t.deepEqual(await choices.current(owner), { trash: 'Bin' })
})
