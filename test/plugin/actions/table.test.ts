import test from 'ava'
import { actions, findAction } from '../../../plugin/actions/index.ts'
import type { Action } from '../../../plugin/actions/contract/action.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { parametersOf } from '../../support/actions/fake-context.ts'

// Tests over the live table: a new action is held to these rules without anybody thinking of it.

test('no name stands in the table twice', (t) => {
  t.is(new Set(actions.map(({ name }) => name)).size, actions.length)
})

for (const action of actions) {
  test(`${action.name} is found by its method and by no other`, (t) => {
    const other = action.method === 'GET' ? 'POST' : 'GET'

    t.is(findAction('mail', action.name, action.method), action)
    t.is(findAction('mail', action.name, other), undefined)
    t.is(findAction('settings', action.name, action.method), undefined)
  })
}

test('exactly the actions that change or refresh something are POST, so that the token check meets them', (t) => {
  const posts = actions.filter(({ method }) => method === 'POST').map(({ name }) => name)

  t.deepEqual(posts.sort(), [
    'check-recent',
    'copy',
    'create-folder',
    'create-special-folder',
    'delete',
    'delete-folder',
    'expunge',
    'mark',
    'move',
    'purge',
    'refresh',
    'rename-folder',
    'send',
    'subscribe-folder',
    'use-folder',
  ])
})

/** A request every action accepts: what one does not know it ignores. */
const sound: Readonly<Record<string, string>> = {
  _mbox: 'INBOX',
  _target_mbox: 'Archive',
  _uid: '1',
  _part: '1.2',
  _flag: 'read',
  _q: 'report',
  _mode: 'reply',
  _compose_id: 'abcdefgh',
  _list: '1',
  _use: 'trash',
}

/** What must be refused wherever a parameter of the name is read. */
const hostile: readonly (readonly [string, string])[] = [
  ['_mbox', 'a\r\nb'],
  ['_mbox', 'a\u0000'],
  ['_mbox', 'x'.repeat(1_001)],
  ['_target_mbox', 'a\u0007'],
  ['_target_mbox', ''],
  ['_uid', '0'],
  ['_uid', '-1'],
  ['_uid', '1e3'],
  ['_uid', '01'],
  ['_uid', '4294967296'],
  ['_uid', '1,,2'],
  ['_uid', '1:*'],
  ['_uid', '*'],
  ['_uid', Array.from({ length: 5_001 }, (_, index) => index + 1).join(',')],
  ['_part', 'HEADER'],
  ['_part', '1.2]<0.10>'],
  ['_part', '../1'],
  ['_flag', 'Seen'],
  ['_flag', '\\Deleted'],
  ['_page', '0'],
  ['_page', '1.5'],
  ['_sort', 'date'],
  ['_sort', 'date_DESC_x'],
  ['_sort', 'password_ASC'],
  ['_q', 'x'.repeat(257)],
  ['_q', 'a\r\n. LOGOUT'],
  ['_filter', 'ALL) (BODY x'],
  ['_headers', 'subject,bcc'],
  ['_scope', 'all'],
  ['_mode', 'constructor'],
  ['_compose_id', '../../x'],
  ['_subject', 'x\r\nBcc: evil@example.org'],
  ['_to', 'a@example.org\nBcc: evil@example.org'],
  ['_in_reply_to', '<a@x>\r\nX: y'],
  ['_references', 'no-brackets'],
  ['_forward_parts', '1,TEXT'],
  ['_source_uid', 'x'],
  ['_uids', '1,x'],
  ['_ends', '1,2,3'],
  ['_ticked', '1:*'],
  ['_ticked', '7:3'],
  ['_ticked', '1:9,3'],
  ['_state', 'x'.repeat(129)],
  ['_name', 'a\r\nb'],
  ['_name', 'x'.repeat(101)],
  ['_parent', 'a\u0000'],
]

for (const action of actions) {
  const read = namesRead(action)
  for (const [name, value] of hostile.filter(([name]) => read.has(name))) {
    test(`${action.name} refuses ${name}=${JSON.stringify(value.slice(0, 24))}`, (t) => {
      const error = t.throws(() => action.parse(parametersOf({ ...sound, [name]: value })), {
        instanceOf: Refusal,
      })

      t.is(error.code, 'input_invalid')
    })
  }
}

test('every hostile value above is met by at least one action', (t) => {
  const read = new Set(actions.flatMap((action) => [...namesRead(action)]))

  t.deepEqual(
    hostile.filter(([name]) => !read.has(name)),
    [],
  )
})

test('every action that needs a mailbox or a message refuses a request without one', (t) => {
  const accepting = actions.filter((action) => isAccepted(action, {})).map(({ name }) => name)

  t.deepEqual(accepting.sort(), [
    'check-recent',
    'compose',
    'create-folder',
    'folders',
    'getunread',
    'keep-alive',
    'list',
    'recipients',
    'refresh',
    'uids',
  ])
})

/** Which parameters a parser looks at, seen by watching it. */
function namesRead(action: Action<unknown>): ReadonlySet<string> {
  const names = new Set<string>()
  const parameters = parametersOf(sound)
  action.parse({
    ...parameters,
    get(name) {
      names.add(name)
      return parameters.get(name)
    },
  })
  return names
}

function isAccepted(action: Action<unknown>, fields: Readonly<Record<string, string>>): boolean {
  try {
    action.parse(parametersOf(fields))
    return true
  } catch {
    return false
  }
}
