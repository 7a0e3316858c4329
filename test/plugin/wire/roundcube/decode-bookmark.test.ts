import test from 'ava'
import { request } from 'undici'
import { bookmarkOf } from '../../../../plugin/wire/roundcube/decode-bookmark.ts'
import { mailtoFields } from '../../../../plugin/wire/roundcube/decode-bookmark.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startPostern } from '../../../support/postern/postern.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'

function bookmark(query: string) {
  const fields = new URLSearchParams(query)
  return bookmarkOf({ get: (name) => fields.get(name) ?? undefined, files: [] })
}

const NOTHING = { mailbox: null, page: null, uid: null, compose: null }
const BLANK = { to: '', cc: '', bcc: '', subject: '', text: '', inReplyTo: null }

for (const [query, read] of Object.entries({
  '_task=mail&_token=x': null,
  '_mbox=INBOX.Entw%26APw-rfe': { ...NOTHING, mailbox: 'INBOX.Entwürfe' },
  '_mbox=Entw%C3%BCrfe': { ...NOTHING, mailbox: 'Entwürfe' },
  '_mbox=R%26D&_page=3': { ...NOTHING, mailbox: 'R&D', page: 3 },
  '_uid=7': { ...NOTHING, uid: 7 },
  '_uid=7,8&_page=-1&_mbox=a%0Ab': null,
  '_action=compose': { ...NOTHING, compose: { kind: 'new', fields: BLANK } },
  '_action=compose&_to=a%40x&_subject=one%0D%0Atwo&_body=1%0D%0A2%00': {
    ...NOTHING,
    compose: { kind: 'new', fields: { ...BLANK, to: 'a@x', subject: 'one two', text: '1\n2' } },
  },
  '_action=compose&_reply_uid=5&_mbox=Sent&_all=all': {
    ...NOTHING,
    mailbox: 'Sent',
    compose: { kind: 'answer', mode: 'reply-all', mailbox: 'Sent', uid: 5 },
  },
  '_action=compose&_draft_uid=5': {
    ...NOTHING,
    compose: { kind: 'answer', mode: 'draft', mailbox: 'INBOX', uid: 5 },
  },
})) {
  test(`a bookmark is read: ${query}`, (t) => {
    t.deepEqual<unknown, unknown>(bookmark(query), read)
  })
}

test('a mailto link fills the fields it may fill', (t) => {
  const plain = { cc: '', bcc: '', subject: '', body: '', inReplyTo: '' }
  t.deepEqual(mailtoFields('ada@example.org'), { ...plain, to: 'ada@example.org' })
  t.deepEqual(mailtoFields('mailto:ada@example.org?Subject=a+b%20c&attach=/etc/passwd&to=bea@x'), {
    ...plain,
    to: 'ada@example.org, bea@x',
    subject: 'a+b c',
  })
  t.deepEqual(mailtoFields('MAILTO:?cc=a@x&cc=b@x&body=50%'), {
    ...plain,
    to: '',
    cc: 'a@x, b@x',
    body: '50%',
  })
  t.deepEqual(
    mailtoFields(
      'mailto:%22Quill%2C%20Ada%22%20%3Cada%2Btea@x%3E,bob@x?bcc=c@x&amp;Subject=%E2%98%95&subject=2&In-Reply-To=%3C1@x%3E&body=a%0D%0Ab#top',
    ),
    {
      to: '"Quill, Ada" <ada+tea@x>,bob@x',
      cc: '',
      bcc: 'c@x',
      subject: '☕',
      body: 'a\r\nb',
      inReplyTo: '<1@x>',
    },
  )
})

test('what a mailto link answers is one Message-ID, or nothing', (t) => {
  const answered = (id: string) => bookmark(`_action=compose&_to=${id}`)?.compose
  const link = (id: string) =>
    encodeURIComponent(`mailto:a@x?in-reply-to=${encodeURIComponent(id)}`)

  t.like(answered(link('<1@x>')), { fields: { to: 'a@x', inReplyTo: '<1@x>' } })
  t.like(answered(link('<1@x>\r\nBcc: b@x')), { fields: { to: 'a@x', inReplyTo: null } })
  t.like(answered(link('1@x')), { fields: { to: 'a@x', inReplyTo: null } })
})

test('only a browser that navigates gets the page for the address of an action', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const owner = dovecot.userName(1)
  await dovecot.seed(owner, 2)
  const postern = await startPostern({ t, mail: dovecot })
  const client = createWebmailClient(postern.base('0228251236'))
  await client.signIn(owner, dovecot.password)
  const navigation = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    accept: 'text/html',
  }
  // Not by fetch, which writes the headers of a navigation as it likes.
  const send = async (query: string, headers: Record<string, string>) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await request(postern.base('0228251236') + query, {
      headers: { ...headers, cookie },
    })
    const type = String(response.headers['content-type']).split(';')[0]
    return { kind: `${response.statusCode} ${type}`, text: await response.body.text() }
  }
  const kindOf = async (query: string, headers: Record<string, string>) =>
    (await send(query, headers)).kind
  const show = '?_task=mail&_action=show&_mbox=INBOX&_uid=1'

  const page = await send(show, navigation)
  t.regex(page.text, /"bookmark":\{"mailbox":"INBOX","page":null,"uid":1,"compose":null\}/)
  t.is(await kindOf(show, { accept: 'text/html', 'sec-fetch-dest': 'empty' }), '200 text/html')
  for (const headers of [
    {},
    { accept: 'application/vnd.postern+json' },
    { ...navigation, accept: 'application/vnd.postern+json' },
    { ...navigation, 'sec-fetch-dest': 'iframe' },
    { accept: '*/*', 'sec-fetch-mode': 'cors' },
  ]) {
    t.is(await kindOf(show, headers), '200 application/vnd.postern+json', JSON.stringify(headers))
  }
  t.is(
    await kindOf('?_task=mail&_action=list&_mbox=INBOX&_remote=1', navigation),
    '200 application/json',
  )
  const source = show.replace('show', 'viewsource')
  t.is(await kindOf(source, navigation), '200 text/html')
  t.is(await kindOf('?_task=mail&_action=nothing', navigation), '404 text/html')
})
