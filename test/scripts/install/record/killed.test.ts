import test from 'ava'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { makeSite } from '../../../support/install/killed-site.ts'

/** A journal entry is on disk and its step not started; a file is half written; a tree is half copied. */
const installing = 'handle.sync,copyFile'
/** Something else is removed or restored. */
const removing = 'unlink,rmdir,rm,rename'

/** A few steps stand for all; each of them is killed in the long tests. */
const everySteps = isLong ? 1 : 6

const servers: Dovecot[] = []
test.before(async () => {
  servers.push(await startDovecot({ users: 1 }))
})
test.after.always(() => servers[0]?.stop())

function imap() {
  const [dovecot] = servers
  if (dovecot === undefined) throw new Error('the mail server did not start')
  return dovecot
}

test.serial('an installation killed at any step can be removed or carried out again', async (t) => {
  t.timeout(300_000)
  const site = await makeSite(t, await temporaryDirectory(t), imap())
  const tree = await site.tree()

  let before = 1
  while ((await site.strikeInstall({ before, among: installing })).isKilled) {
    if (((before - 1) / everySteps) % 2 === 1)
      t.is(await site.install(), 'done', `killed before ${before}`)
    await site.remove()
    t.deepEqual(await site.tree(), tree, `killed before ${before}`)
    before += everySteps
  }

  t.true(before > 50)
})

test.serial('a removal killed at any step can be carried out again', async (t) => {
  t.timeout(300_000)
  const site = await makeSite(t, await temporaryDirectory(t), imap())
  const tree = await site.tree()

  let before = 1
  await site.install()
  while ((await site.strikeRemoval({ before, among: removing })).isKilled) {
    await site.remove()
    t.deepEqual(await site.tree(), tree, `killed before ${before}`)
    await site.install()
    before += everySteps
  }

  t.true(before > 20)
})
