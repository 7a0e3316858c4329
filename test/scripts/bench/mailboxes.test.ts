import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { connectRaw } from '../../../scripts/bench/load/raw-imap.ts'
import { seedMail } from '../../../scripts/bench/mailboxes/seed.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { smallPlan, smallStage } from './stage.ts'

test('the mail server counts what the seeded mailboxes are said to hold', async (t) => {
  const { mail, dovecot } = await smallStage(t)

  for (const { user, messages, unseen } of Object.values(mail.mailboxes).flat()) {
    const imap = await connectRaw(dovecot.port, user, dovecot.password)
    const response = await imap.command('STATUS INBOX (MESSAGES UNSEEN)')
    imap.close()
    t.true(response.includes(`(MESSAGES ${messages} UNSEEN ${unseen})`), response)
  }
})

test('the same plan gives the same bytes', async (t) => {
  const say = () => undefined

  const one = await seedMail(smallPlan, await temporaryDirectory(t), say)
  const other = await seedMail(smallPlan, await temporaryDirectory(t), say)

  const [first = { user: '' }] = one.mailboxes.huge
  const inbox = join(first.user.replace(/@.*$/, ''), 'Maildir', 'cur')
  const names = await readdir(join(one.directory, inbox))
  t.is(names.length, smallPlan.huge.messages)
  t.deepEqual(await readdir(join(other.directory, inbox)), names)
  for (const name of names) {
    const [left, right] = [one, other].map(({ directory }) => join(directory, inbox, name))
    t.deepEqual(await readFile(left ?? ''), await readFile(right ?? ''))
  }
})

test('mailboxes of an earlier run are found again', async (t) => {
  const cache = await temporaryDirectory(t)
  const said: string[] = []

  const first = await seedMail(smallPlan, cache, (line) => said.push(line))
  const second = await seedMail(smallPlan, cache, (line) => said.push(line))

  t.deepEqual(second, first)
  t.is(said.length, 1)
})
