import test from 'ava'
import { actions, findAction, type ActionName } from '../../../plugin/actions/index.ts'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { decodeInput, type Dialect } from '../../../plugin/wire/dialect.ts'
import { parametersOf } from './parameters.ts'

// Tests over the live table, in each dialect: a new action is held to these rules without anybody thinking of it.

const dialects = {
  'our page': { wire: 'native' },
  "Roundcube's front end": { wire: 'roundcube', action: '', unlock: undefined, mount: './' },
} as const satisfies Readonly<Record<string, Dialect>>

const names = Object.entries(actions).flatMap(
  ([name, { method }]) => findAction('mail', name, method) ?? [],
)

/** A request every action accepts: what one does not know it ignores. */
const sound: Readonly<Record<string, string>> = {
  _answer: 'send',
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
  _identity: 'home',
  _template: 'reply-1',
  _session: 'others',
  _code: '123 456',
  _ticket: 'dGlja2V0',
  _response: '{}',
  _name: 'Laptop',
  _new_group: 'Family',
  _passkey: '0'.repeat(64),
  _present: 'old words',
  _wanted: 'new words',
  _changes: JSON.stringify([{ name: 'notifies', seen: false, wanted: true }]),
  _fields: JSON.stringify([{ name: 'name', seen: '', wanted: 'Mia' }]),
  _address: 'ada@example.test',
  _addresses: 'ada@example.test',
  _base: JSON.stringify(emptyContact('Ada')),
  _completes: '1',
  _contact: JSON.stringify(emptyContact('Ada')),
  _format: 'csv',
  _group: 'Friends',
  _id: 'a-1',
  _ids: 'a-1:1,a-2:7',
  _in: '1',
  _members: 'a-1,a-2',
  _photo: '0f',
  _version: '1',
  _unanswered_saves: 'abcdefgh',
}

const files = [{ filename: 'a.vcf', type: 'text/vcard', content: Buffer.from('BEGIN:VCARD') }]

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
  ['_save_id', 'two@words> x'],
  ['_unanswered_saves', 'abcdefgh,a b'],
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
  ['_identity', '../home'],
  ['_changes', '[]'],
  ['_changes', '[{"name":"__proto__","seen":null,"wanted":null}]'],
  ['_fields', '[{"name":"version","seen":0,"wanted":9}]'],
  ['_fields', '{'],
  ['_address', 'nobody'],
  ['_answer', 'yes'],
  ['_addresses', 'ada@example.test,nobody'],
  ['_base', '{}'],
  ['_contact', '{"name":"Ada"'],
  ['_contact', JSON.stringify({ ...emptyContact('Ada'), note: 'x'.repeat(10_001) })],
  ['_contact', JSON.stringify(emptyContact('A\nda'))],
  ['_contact', JSON.stringify({ more: '', ...emptyContact('Ada') })],
  ['_format', 'exe'],
  ['_group', 'a\r\nb'],
  ['_new_group', ''],
  ['_new_group', 'a\r\nb'],
  ['_id', '../x'],
  ['_ids', 'a-1'],
  ['_ids', 'a-1:0'],
  ['_ids', 'a-1:1,a-1:1'],
  ['_completes', 'yes'],
  ['_in', 'yes'],
  ['_members', 'a,,b'],
  ['_offset', '-1'],
  ['_person', 'a\u0000'],
  ['_photo', 'A'],
  ['_session', '../all'],
  ['_code', 'x'.repeat(65)],
  ['_code', '1\n2'],
  ['_ticket', '../x'],
  ['_response', 'x'.repeat(16_385)],
  ['_name', 'two\nlines'],
  ['_passkey', '../x'],
  ['_present', 'two\nlines'],
  ['_wanted', ''],
  ['_wanted', 'x'.repeat(1_025)],
  ['_template', 'A'],
  ['_version', '01'],
]

/** A search of Roundcube's front end has an id; of our page, words. */
const searches = [['_search', 'x'.repeat(257)]] as const

for (const [client, dialect] of Object.entries(dialects)) {
  for (const action of names) {
    const read = namesRead(action, dialect)
    for (const [name, value] of [...hostile, ...searches].filter(([name]) => read.has(name))) {
      test(`${action} of ${client} refuses ${name}=${JSON.stringify(value.slice(0, 24))}`, (t) => {
        const parameters = parametersOf({ ...sound, [name]: value }, files)

        const error = t.throws(() => decodeInput(action, parameters, dialect), {
          instanceOf: Refusal,
        })

        t.is(error.code, 'input_invalid')
      })
    }
  }

  test(`every hostile value above is met by at least one action of ${client}`, (t) => {
    const read = new Set(names.flatMap((action) => [...namesRead(action, dialect)]))

    t.deepEqual(
      hostile.filter(([name]) => !read.has(name)),
      [],
    )
  })

  test(`every action of ${client} that needs a mailbox or a message refuses a request without one`, (t) => {
    const accepting = names.filter((action) => isAccepted(action, dialect))

    t.deepEqual(accepting.sort(), [
      'check-recent',
      'collected',
      'complete-address',
      'compose',
      'contact-doubles',
      'contacts',
      'create-folder',
      'folders',
      'getunread',
      'keep-alive',
      'list',
      'passkeys',
      'recipients',
      'refresh',
      'sessions',
      'settings',
      'templates',
      'uids',
    ])
  })
}

/** Which parameters a decoder looks at, seen by watching it. */
function namesRead(action: ActionName, dialect: Dialect): ReadonlySet<string> {
  const read = new Set<string>()
  const parameters = parametersOf(sound, files)
  const watched = {
    ...parameters,
    get(name: string) {
      read.add(name)
      return parameters.get(name)
    },
  }
  decodeInput(action, watched, dialect)
  return read
}

function isAccepted(action: ActionName, dialect: Dialect): boolean {
  try {
    decodeInput(action, parametersOf({}), dialect)
    return true
  } catch {
    return false
  }
}
