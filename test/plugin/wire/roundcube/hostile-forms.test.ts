import test from 'ava'
import { actions } from '../../../../plugin/actions/index.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { roundcubeDecoder } from '../../../../plugin/wire/roundcube/decode.ts'
import { parametersOf } from '../parameters.ts'

// Tests over the live table: an action that Roundcube's front end knows is held to these rules without anyone thinking of it.

const names = [...actions.keys()].filter((name) => roundcubeDecoder(name) !== undefined)

/** A form every action accepts: what one does not know it ignores. */
const sound: Readonly<Record<string, string>> = {
  _mbox: 'INBOX',
  _target_mbox: 'Archive',
  _uid: '1',
  _part: '1.2',
  _flag: 'read',
  _q: 'report',
  _list: '1',
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
  ['_uids', '1,x'],
  ['_state', 'x'.repeat(129)],
]

/** A search that is named has an id. */
const searches = [['_search', 'x'.repeat(257)]] as const

for (const action of names) {
  const read = namesRead(action)
  for (const [name, value] of [...hostile, ...searches].filter(([name]) => read.has(name))) {
    test(`${action} refuses ${name}=${JSON.stringify(value.slice(0, 24))}`, (t) => {
      const error = t.throws(() => decode(action, { ...sound, [name]: value }), {
        instanceOf: Refusal,
      })

      t.is(error.code, 'input_invalid')
    })
  }
}

test('every hostile value above is met by at least one action', (t) => {
  const read = new Set(names.flatMap((action) => [...namesRead(action)]))

  t.deepEqual(
    hostile.filter(([name]) => !read.has(name)),
    [],
  )
})

test('every action that needs a mailbox or a message refuses a form without one', (t) => {
  t.deepEqual(names.filter((action) => isAccepted(action)).sort(), [
    'check-recent',
    'getunread',
    'keep-alive',
    'list',
    'refresh',
  ])
})

function decode(action: string, fields: Readonly<Record<string, string>>): unknown {
  return roundcubeDecoder(action)?.(parametersOf(fields))
}

/** Which parameters a decoder looks at, seen by watching it. */
function namesRead(action: string): ReadonlySet<string> {
  const read = new Set<string>()
  const parameters = parametersOf(sound)
  const get = (name: string) => {
    read.add(name)
    return parameters.get(name)
  }
  roundcubeDecoder(action)?.({ ...parameters, get })
  return read
}

function isAccepted(action: string): boolean {
  try {
    decode(action, {})
    return true
  } catch {
    return false
  }
}
