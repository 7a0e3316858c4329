import { eventually } from '../support/database/rows.ts'
import { mountSmallDisk, testWithDisks } from '../support/database/small-disk.ts'
import { drained } from '../support/faults/health.ts'
import { isSignedIn, lostOf, openStand } from '../support/faults/servers.ts'

testWithDisks(
  'a full disk under the spool refuses sign-ins with 503 and loses nobody',
  async (t) => {
    const disk = await mountSmallDisk(t)
    const stand = await openStand(t, { dataDir: disk.path })
    const { client: before } = await stand.signIn()
    // Else the drainer may meet the full disk as well, and tell of it first.
    await drained(disk.path)

    await disk.fill()
    const { clients, refusal } = await stand.signInUntilRefused(1_000)
    t.log(`${clients.length} signed in before the disk was full`)
    t.is(refusal?.status, 503)
    t.truthy(refusal?.headers.get('retry-after'))
    await t.notThrowsAsync(before.list('INBOX'))
    t.true(await isSignedIn(stand, before))
    t.regex(await stand.errorLog(/\[13\]/), /DB Error: \[13\] .*database or disk is full/)
    t.is(await stand.reportCount('spool cannot be written: new sessions are refused'), 1)

    await disk.free()
    const late = await eventually(
      () => stand.signIn(),
      ({ response }) => response.status === 302,
    )
    t.is(late.response.status, 302)
    t.deepEqual(await lostOf(stand, [before, ...clients, late.client]), [])
    await stand.restart()
    t.deepEqual(await lostOf(stand, [before, ...clients, late.client]), [])
  },
)

testWithDisks(
  'a spool that turned read-only refuses sign-ins with 503 and loses nobody',
  async (t) => {
    const disk = await mountSmallDisk(t)
    const stand = await openStand(t, { dataDir: disk.path })
    const { client: before } = await stand.signIn()

    await disk.breakToReadOnly()
    const { refusal } = await stand.signInUntilRefused(3)
    t.is(refusal?.status, 503)
    t.truthy(refusal?.headers.get('retry-after'))
    await t.notThrowsAsync(before.list('INBOX'))
    t.regex(await stand.errorLog(/DB Error/), /DB Error: \[(8|10)\] /)
    t.is(await stand.reportCount('spool cannot be written: new sessions are refused'), 1)
    t.is(await stand.postern().end(), 0)
    disk.repair()
    await stand.restart()
    t.true(await isSignedIn(stand, before))
    t.is((await stand.signIn()).response.status, 302)
  },
)

testWithDisks('a Postern that starts on a full disk serves who is signed in', async (t) => {
  const disk = await mountSmallDisk(t)
  const stand = await openStand(t, { dataDir: disk.path })
  const { client: before } = await stand.signIn()
  await stand.postern().kill()
  await disk.fill()

  await stand.restart()

  t.true(await isSignedIn(stand, before))
  const { refusal } = await stand.signInUntilRefused(1_000)
  t.is(refusal?.status, 503)
  t.regex(await stand.errorLog(/\[13\]/), /DB Error: \[13\] .*database or disk is full/)
  t.true((await stand.reportCount('spool cannot be written: new sessions are refused')) >= 1)
  await disk.free()
  const late = await eventually(
    () => stand.signIn(),
    ({ response }) => response.status === 302,
  )
  t.is(late.response.status, 302)
})
