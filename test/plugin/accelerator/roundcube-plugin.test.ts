import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { runDiffer } from '../../support/differ/differ.ts'
import { get, LAYOUT, list, refresh } from '../../support/differ/requests.ts'
import { liveThroughWeek, shareOfPostern } from '../../support/differ/week.ts'
import { createDisturbance } from '../../support/accelerator/disturbance.ts'
import {
  createMailLife,
  fillMessyMailbox,
  messySettings,
} from '../../support/accelerator/messy-mailbox.ts'
import { eventually } from '../../support/database/rows.ts'
import { quotaSettings } from '../../support/dovecot/quota.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { seededRandom } from '../../support/random.ts'
import { preferenceProfiles, setPreferences } from '../../support/roundcube/preferences.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'

const ANSWERED_BY = 'x-postern-answered-by'

/** Says more in lists, without a hook that would tell of it. */
const STRANGER = `<?php
class stranger extends rcube_plugin {
  function init() {
    $rc = rcmail::get_instance();
    if ($rc->action === 'list') $rc->output->set_env('stranger', 1);
  }
}
`

/** Requests of the first minute, as the front end makes them. */
const FIRST_MINUTE = [
  list({ _mbox: 'INBOX', _refresh: '1' }),
  get('getunread', { _page: '1' }),
  list({ ...LAYOUT, _mbox: 'Archive', _page: '1' }),
  list({ ...LAYOUT, _mbox: 'INBOX', _page: '1' }),
  list({ ...LAYOUT, _mbox: 'INBOX', _page: '2' }),
  refresh('check-recent', 'INBOX'),
  refresh('refresh', 'INBOX'),
]

test('with the plugin, Postern answers the first minute of a new user but for the first look at all folders', async (t) => {
  const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
    hasPlugin: true,
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 60)
  await dovecot.seed(user, 1, 'Archive')
  await dovecot.doveadm.subscribe(user, 'Archive')
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)

  const answeredBy: (string | null)[] = []
  for (const { method, query, form } of FIRST_MINUTE) {
    const requested = `?${new URLSearchParams(query)}`
    const token = { 'x-roundcube-request': anna.token() }
    const uids = Array.from({ length: 10 }, (_, index) => 10 - index).join()
    const { headers } =
      method === 'GET'
        ? await anna.get(requested)
        : await anna.post(requested, { ...form, _uids: uids }, token)
    answeredBy.push(headers.get(ANSWERED_BY))
  }

  t.deepEqual(
    answeredBy.filter((by) => by !== 'postern'),
    ['roundcube; reason=news'],
  )
  t.is(answeredBy.length, 7)
})

test('where Roundcube writes a list otherwise than the plugin has told, lists are its own again', async (t) => {
  const { dovecot, roundcube, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
    hasPlugin: true,
    settings: "$config['plugins'] = ['postern', 'stranger'];",
  })
  const file = join(roundcube.directory, 'stranger.php')
  await writeFile(file, STRANGER)
  await roundcube.addPlugin('stranger', pathToFileURL(file))
  const user = dovecot.userName(1)
  await dovecot.deliver(user, { raw: 'Subject: =?x?q?\r\n\r\nText\r\n', receivedAt: Date.now() })
  await dovecot.seed(user, 3, 'Trash')
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  const show = async (mailbox: string) => {
    const { query } = list({ _mbox: mailbox, _page: '1' })
    return (await anna.get(`?${new URLSearchParams(query)}`)).headers.get(ANSWERED_BY)
  }

  const unlike = await show('INBOX')
  const next = await eventually(
    () => show('Trash'),
    (by) => by !== 'postern',
  )

  t.is(unlike, 'roundcube; reason=row_not_plain')
  t.is(next, 'roundcube; reason=not_learned')
})

test('with the plugin, what Postern answers is what Roundcube answers, byte for byte', async (t) => {
  const mailboxes = isLong ? 20 : preferenceProfiles.length
  const { dovecot, roundcube, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: mailboxes, settings: quotaSettings('20M') },
    accelerate: {},
    hasPlugin: true,
  })
  for (let number = 1; number <= mailboxes; number += 1) {
    const random = seededRandom(number)
    const user = dovecot.userName(number)
    await dovecot.seed(user, 70)
    await dovecot.seed(user, 1, 'Trash')
    const pair = { direct: browser(), through: acceleratedBrowser() }
    await browser().signIn(user, dovecot.password)
    const profile = preferenceProfiles[number % preferenceProfiles.length]
    if (profile !== undefined) await setPreferences(roundcube.database, user, profile)
    await pair.direct.signIn(user, dovecot.password)
    await pair.through.signIn(user, dovecot.password)

    const { differences, answeredBy } = await runDiffer(pair, {
      requests: isLong ? 100 : 40,
      random,
      mailboxes: ['INBOX', 'Trash', 'Sent', 'Drafts'],
      disturb: createDisturbance(dovecot, user, random),
    })

    t.deepEqual(differences, [])
    t.log(Object.fromEntries(answeredBy))
    t.false(answeredBy.has('getunread roundcube; reason=not_learned'))
    t.false(answeredBy.has('refresh roundcube; reason=not_learned'))
  }
})

if (isLong) {
  for (const [separator, settings] of Object.entries(messySettings)) {
    test(`with the plugin, a week of ordinary mail has no difference, names with ${separator}`, async (t) => {
      const random = seededRandom(7)
      const { dovecot, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
        mail: { users: 2, settings },
        accelerate: {},
        hasPlugin: true,
      })
      const [one, other] = [dovecot.userName(1), dovecot.userName(2)]
      for (const user of [one, other]) await fillMessyMailbox(dovecot, user, separator)

      const report = await liveThroughWeek({
        ...createMailLife(dovecot, [one, other], random),
        signIns: 20,
        minutes: 60,
        folders: ['INBOX', 'Drafts', 'Junk'],
        random,
        signIn: async () => {
          const pair = { direct: browser(), through: acceleratedBrowser() }
          await pair.direct.signIn(one, dovecot.password)
          await pair.through.signIn(other, dovecot.password)
          return pair
        },
      })

      t.deepEqual(report.differences, [])
      t.log(Object.fromEntries(report.answeredBy))
      t.true(shareOfPostern(report) >= 0.93, `${shareOfPostern(report)}`)
    })
  }
}
