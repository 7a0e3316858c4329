import test from 'ava'
import {
  effectOf,
  hotActionOf,
  readHotRequest,
} from '../../../../plugin/accelerator/request/hot-request.ts'

const params = (text: string) => new URLSearchParams(text)

function read(query: string, form = '') {
  const method = form === '' ? 'GET' : 'POST'
  const action = hotActionOf(method, params(query))
  return action && readHotRequest(action, { query: params(query), form: params(form) })
}

test('requests of the front end are read', (t) => {
  const list =
    '_task=mail&_action=list&_mbox=Projekte+%26APw-ber&_page=2&_remote=1&_unlock=loading17&_=1'
  const first =
    '_task=mail&_action=list&_layout=widescreen&_mbox=INBOX&_page=&_remote=1&_unlock=loading17'
  const form =
    '_mbox=INBOX&_folderlist=1&_quota=1&_list=1&_uids=3%2C2&_last=1&_remote=1&_unlock=loading18'

  t.deepEqual(read(list), {
    action: 'list',
    unlock: 'loading17',
    mailbox: 'Projekte &APw-ber',
    page: 2,
    layout: undefined,
    sort: undefined,
    search: undefined,
  })
  t.deepEqual(read(first), {
    action: 'list',
    unlock: 'loading17',
    mailbox: 'INBOX',
    page: undefined,
    layout: 'widescreen',
    sort: undefined,
    search: undefined,
  })
  t.like(
    read(`_task=mail&_action=list&_mbox=INBOX&_sort=date_DESC&_search=${'a'.repeat(32)}&_remote=1`),
    {
      sort: { sortColumn: 'date', sortOrder: 'DESC' },
      search: 'a'.repeat(32),
    },
  )
  t.deepEqual(read('_task=mail&_action=refresh', form), {
    action: 'refresh',
    unlock: 'loading18',
    mailbox: 'INBOX',
    uids: [3, 2],
    search: undefined,
  })
  t.like(read('_task=mail&_action=refresh', `${form}&_search=${'a'.repeat(32)}`), {
    search: 'a'.repeat(32),
  })
  t.deepEqual(read('_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0'), {
    action: 'getunread',
    unlock: undefined,
    page: 1,
  })
})

for (const [what, query, form] of [
  ['another action', '_task=mail&_action=search&_remote=1', ''],
  ['another task', '_task=settings&_action=list&_remote=1', ''],
  ['an action named twice', '_task=mail&_action=list&_action=show&_mbox=INBOX&_remote=1', ''],
  ['a parameter named twice', '_task=mail&_action=list&_mbox=INBOX&_mbox=Sent&_remote=1', ''],
  ['a parameter of a plugin', '_task=mail&_action=list&_mbox=INBOX&_remote=1&_label=1', ''],
  ['an order that is none', '_task=mail&_action=list&_mbox=INBOX&_remote=1&_sort=date', ''],
  ['a result set that is none', '_task=mail&_action=list&_mbox=INBOX&_remote=1&_search=abc', ''],
  ['a page that is none', '_task=mail&_action=list&_mbox=INBOX&_remote=1&_page=0', ''],
  ['no folder', '_task=mail&_action=list&_remote=1', ''],
  ['a request for a page', '_task=mail&_action=list&_mbox=INBOX', ''],
  ['a script as busy message', '_task=mail&_action=keep-alive&_remote=1&_unlock=alert(1)', ''],
  [
    'a refresh of rows that are none',
    '_task=mail&_action=refresh',
    '_mbox=INBOX&_folderlist=1&_list=1&_uids=*&_remote=1',
  ],
  [
    'a parameter in query and body',
    '_task=mail&_action=refresh&_mbox=Sent',
    '_mbox=INBOX&_folderlist=1&_list=1&_uids=1&_remote=1',
  ],
] as const) {
  test(`${what} is left to Roundcube`, (t) => {
    t.is(read(query, form), undefined)
  })
}

test('what may change settings makes the accelerator forget, and what is not known does', (t) => {
  const effect = (method: string, query: string) => effectOf(method, params(query))

  t.is(effect('GET', '_task=mail&_action=list&_mbox=INBOX'), 'nothing')
  t.is(effect('POST', '_task=mail&_action=mark'), 'nothing')
  t.is(effect('GET', '_task=mail&_action=list&_sort=date_ASC'), 'nothing')
  t.is(effect('GET', '_task=mail&_action=list&_threads=1'), 'lists')
  t.is(effect('POST', '_task=settings&_action=save-prefs'), 'everything')
  t.is(effect('POST', '_task=utils&_action=save-pref'), 'everything')
  t.is(effect('GET', '_task=mail&_action=plugin.color'), 'everything')
  t.is(effect('POST', ''), 'everything')
})
