import test from 'ava'
import { runDiffer } from '../../support/differ/differ.ts'
import { quotaSettings } from '../../support/dovecot/quota.ts'
import { deliverConversations } from '../../support/accelerator/conversations.ts'
import { createDisturbance } from '../../support/accelerator/disturbance.ts'
import { eventually } from '../../support/database/rows.ts'
import type { ClientResponse, WebmailClient } from '../../support/http/webmail-client.ts'
import { preferenceProfiles, setPreferences } from '../../support/roundcube/preferences.ts'
import { seededRandom } from '../../support/random.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'
import { isLong } from '../../support/process/long-tests.ts'

const ANSWERED_BY = 'x-postern-answered-by'
const LIST = '?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0'

/** Asks until a response of Roundcube has been learned from, which happens behind it. */
function learned(browser: WebmailClient): Promise<ClientResponse> {
  return eventually(
    () => browser.get(LIST),
    ({ headers }) => headers.get(ANSWERED_BY) === 'postern',
  )
}

test('what Postern answers is what Roundcube answers, byte for byte', async (t) => {
  const mailboxes = isLong ? 20 : preferenceProfiles.length
  const own: string[] = []
  const { dovecot, roundcube, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: mailboxes, settings: quotaSettings('20M') },
    accelerate: {},
  })
  for (let number = 1; number <= mailboxes; number += 1) {
    const random = seededRandom(number)
    const user = dovecot.userName(number)
    await dovecot.seed(user, 70)
    await dovecot.seed(user, 5, 'Trash')
    const pair = { direct: browser(), through: acceleratedBrowser() }
    await browser().signIn(user, dovecot.password)
    const profile = preferenceProfiles[number % preferenceProfiles.length]
    if (profile !== undefined) await setPreferences(roundcube.database, user, profile)
    await pair.direct.signIn(user, dovecot.password)
    await pair.through.signIn(user, dovecot.password)

    const { differences, answeredBy } = await runDiffer(pair, {
      requests: isLong ? 100 : 60,
      random,
      mailboxes: ['INBOX', 'Trash', 'Sent', 'Drafts'],
      disturb: createDisturbance(dovecot, user, random),
    })

    t.deepEqual(differences, [])
    t.log(Object.fromEntries(answeredBy))
    own.push(...[...answeredBy.keys()].map((by) => `${profile?.language}: ${by}`))
  }
  for (const { language } of preferenceProfiles) {
    for (const kind of ['list', 'getunread', 'refresh']) {
      t.true(own.includes(`${language}: ${kind} postern`), `no ${kind} of ours for ${language}`)
    }
  }
  for (const kind of ['list in results', 'list in an order']) {
    const isSeen = own.some((by) => by.endsWith(`: ${kind} postern`))
    t.true(isSeen, `no ${kind} was ours`)
  }
})

test('a list of threads is what Roundcube answers, byte for byte', async (t) => {
  const mailboxes = isLong ? 20 : 2
  const own = new Set<string>()
  const { dovecot, roundcube, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: mailboxes },
    accelerate: {},
  })
  for (let number = 1; number <= mailboxes; number += 1) {
    const random = seededRandom(number)
    const user = dovecot.userName(number)
    await deliverConversations(dovecot, user, { count: 50, random })
    const pair = { direct: browser(), through: acceleratedBrowser() }
    await browser().signIn(user, dovecot.password)
    const profile = preferenceProfiles[number % preferenceProfiles.length]
    if (profile !== undefined) await setPreferences(roundcube.database, user, profile)
    await pair.direct.signIn(user, dovecot.password)
    await pair.through.signIn(user, dovecot.password)

    const { differences, answeredBy } = await runDiffer(pair, {
      requests: isLong ? 100 : 60,
      random,
      mailboxes: ['INBOX'],
      disturb: createDisturbance(dovecot, user, random),
      isThreaded: true,
    })

    t.deepEqual(differences, [])
    t.log(Object.fromEntries(answeredBy))
    for (const by of answeredBy.keys()) own.add(by)
  }
  t.true(own.has('list of threads postern'))
})

test('the list of a mailbox with one message is answered once Roundcube has shown it', async (t) => {
  const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 1)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)

  const first = await anna.get(LIST)
  const second = await learned(anna)

  t.is(first.headers.get(ANSWERED_BY), 'roundcube; reason=not_learned')
  t.is(second.headers.get(ANSWERED_BY), 'postern')
  t.is(second.text, first.text.replace(String.raw`\"recent\":1,`, ''))
})

test('Roundcube continues from the page that Postern has shown', async (t) => {
  const { dovecot, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 60)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  await learned(anna)

  const shown = await anna.get(`${LIST}&_page=2`)
  const direct = browser()
  for (const [name, value] of anna.cookies) direct.cookies.set(name, value)
  const next = await direct.list('INBOX')

  t.is(shown.headers.get(ANSWERED_BY), 'postern')
  t.is(next.env['current_page'], 2)
})

test('a list in the order of arrival, which shows the dates of arrival, is left to Roundcube', async (t) => {
  const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 5)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  await learned(anna)

  const sorted = await anna.get(`${LIST}&_sort=arrival_DESC`)
  const next = await anna.get(LIST)

  t.is(sorted.headers.get(ANSWERED_BY), 'roundcube; reason=not_understood')
  t.is(next.headers.get(ANSWERED_BY), 'roundcube; reason=not_understood')
})

test('a page of results is refreshed as Roundcube has refreshed it, until something is new', async (t) => {
  const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 8)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  await learned(anna)
  const found = await anna.get(
    '?_task=mail&_action=search&_q=e&_headers=subject,from&_scope=base&_filter=ALL&_mbox=INBOX&_remote=1',
  )
  const search = /"search_request":"([0-9a-f]{32})"/.exec(found.text)?.[1] ?? ''
  const uids = [...found.text.matchAll(/add_message_row\((\d+),/g)].map(([, uid]) => uid).join()
  const refresh = (_search: string) => {
    const shown = { _mbox: 'INBOX', _folderlist: '1', _list: '1', _uids: uids, _search }
    const token = { 'x-roundcube-request': anna.token() }
    return anna.post('?_task=mail&_action=refresh', { ...shown, _remote: '1' }, token)
  }

  const first = await refresh(search)
  const second = await eventually(
    () => refresh(search),
    ({ headers }) => headers.get(ANSWERED_BY) === 'postern',
  )
  const ofAnother = await refresh('0'.repeat(32))
  await dovecot.seed(user, 1)
  const withChanges = await refresh(search)

  t.is(first.headers.get(ANSWERED_BY), 'roundcube; reason=not_learned')
  t.true(first.text.includes(`"search_request":"${search}","search_text":"e"`))
  t.is(second.text, first.text)
  t.is(ofAnother.headers.get(ANSWERED_BY), 'roundcube; reason=not_understood')
  t.is(withChanges.headers.get(ANSWERED_BY), 'roundcube; reason=news')
})

test('a wrong token, a cookie of someone else and a switched-off action go to Roundcube', async (t) => {
  const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: { off: ['list'] },
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 3)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  const form = { _mbox: 'INBOX', _folderlist: '1', _list: '1', _uids: '3,2,1', _remote: '1' }
  const forged = { 'x-roundcube-request': 'x'.repeat(32) }

  const wrong = await anna.post('?_task=mail&_action=refresh', form, forged)
  const list = await anna.get(LIST)
  const stranger = acceleratedBrowser()
  stranger.cookies.set('roundcube_sessid', anna.cookies.get('roundcube_sessid') ?? '')
  stranger.cookies.set('roundcube_sessauth', `${'x'.repeat(32)}-1795416600`)
  const stolen = await stranger.get('?_task=mail&_action=keep-alive&_remote=1')

  t.is(wrong.status, 403)
  t.is(wrong.headers.get(ANSWERED_BY), 'roundcube; reason=wrong_token')
  t.is(list.headers.get(ANSWERED_BY), 'roundcube; reason=switched_off')
  t.is(stolen.headers.get(ANSWERED_BY), 'roundcube; reason=no_session')
  t.true(stolen.text.includes('session_error'))
})

test('someone whose mail Postern cannot read is answered by Roundcube, with one line in the log', async (t) => {
  const { dovecot, postern, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 3)
  const anna = acceleratedBrowser()
  await anna.signIn(user, dovecot.password)
  await learned(anna)
  await dovecot.kill()

  const first = await anna.get(`${LIST}&_page=1`)
  const second = await anna.get(`${LIST}&_page=1`)

  t.is(first.headers.get(ANSWERED_BY), 'roundcube; reason=mail_failed')
  t.is(second.headers.get(ANSWERED_BY), 'roundcube; reason=mail_failed')
  t.is(
    postern()
      .output.text()
      .match(/Roundcube answers"/g)?.length,
    1,
  )
})

test("a file of Roundcube's skin comes from memory the second time, and its page compressed", async (t) => {
  const { roundcube, postern } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: {},
  })
  const own = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br' }
  const page = await fetch(postern().base(), { headers: own })
  const [, style = ''] = /href="([^"]+styles\.min\.css\?s=\d+)"/.exec(await page.text()) ?? []
  const request = () => fetch(new URL(style, postern().base()), { headers: own })

  const direct = await (await fetch(new URL(style, roundcube.script))).text()
  const first = await (await request()).text()
  const second = await eventually(request, ({ headers }) => headers.get(ANSWERED_BY) === 'postern')

  t.is(page.headers.get('content-encoding'), 'br')
  t.is(first, direct)
  t.is(await second.text(), direct)
  t.is(second.headers.get('content-encoding'), 'br')
  t.is(second.headers.get('cache-control'), 'private, max-age=31536000, immutable')
})
