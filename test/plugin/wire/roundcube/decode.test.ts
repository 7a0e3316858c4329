import test from 'ava'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { decodeInput, dialectOf } from '../../../../plugin/wire/dialect.ts'
import { NATIVE_TYPE } from '../../../../plugin/wire/native/media-type.ts'
import { actions, type ActionName } from '../../../../plugin/actions/index.ts'
import { listInput, someMessages } from '../../../support/actions/inputs.ts'
import { parametersOf } from '../parameters.ts'

const named = { _mbox: 'INBOX', _uid: '3' }
const roundcube = { wire: 'roundcube', action: '', unlock: undefined, mount: './' } as const

function decoded(name: ActionName, parameters: ReturnType<typeof parametersOf>) {
  const action = actions.get(name)
  if (action === undefined) throw new Error(`no action ${name}`)
  return decodeInput(action, parameters, roundcube)
}

test('the front end of Roundcube is known by _remote, ours by what it accepts', (t) => {
  const remote = parametersOf({ _remote: '1', _action: 'list', _unlock: 'loading1' })

  t.deepEqual(dialectOf('', remote, '/mount/'), {
    wire: 'roundcube',
    action: 'list',
    unlock: 'loading1',
    mount: '/mount/',
  })
  t.deepEqual(dialectOf('text/html', parametersOf({}), './'), { wire: 'page' })
  t.deepEqual(dialectOf(`${NATIVE_TYPE}, */*`, remote, './'), { wire: 'native' })
})

test('mailbox names are decoded from modified UTF-7, and other text stays as it is', (t) => {
  const fields = { _mbox: 'Projekte &APw-ber', _uid: '3', _target_mbox: 'Übersicht' }

  t.like(decoded('move', parametersOf(fields)), {
    mailbox: 'Projekte über',
    target: 'Übersicht',
  })
})

for (const name of ['über', 'a&', '&AGE-', '&APw', '&====-', '&A-']) {
  test(`${name} is no modified UTF-7 and a mailbox of that name`, (t) => {
    const fields = { _mbox: name, _uid: '3', _target_mbox: 'Archive' }

    t.like(decoded('move', parametersOf(fields)), { mailbox: name })
  })
}

test('a list keeps the order that is shown unless it names one', (t) => {
  t.deepEqual(
    decoded('list', parametersOf({})),
    listInput({ sort: 'shown', isListingWanted: true }),
  )
  t.like(decoded('list', parametersOf({ _page: '2', _sort: 'size_ASC' })), {
    page: 2,
    sort: { by: 'size', isDescending: false },
  })
})

test('a list names a search by its id, and by nothing else', (t) => {
  const searchId = '0123456789abcdef'.repeat(2)

  const named = decoded('list', parametersOf({ _search: searchId }))
  const error = t.throws(() => decoded('list', parametersOf({ _search: 'words' })), {
    instanceOf: Refusal,
  })

  t.like(named, { search: { kind: 'id', searchId } })
  t.is(error.code, 'input_invalid')
})

for (const action of ['refresh', 'check-recent'] as const) {
  test(`${action} is about the page and the order that are shown`, (t) => {
    const list = listInput({ page: 'shown', sort: 'shown', isListingWanted: true })

    t.like(decoded(action, parametersOf({ _mbox: 'INBOX', _list: '1' })), { list })
  })
}

test('a move brings the page that is left, and a copy leaves the list alone', (t) => {
  const parameters = parametersOf({ ...named, _target_mbox: 'Archive' })
  const transfer = { ...someMessages('INBOX', 3), target: 'Archive' }

  t.deepEqual(decoded('move', parameters), { ...transfer, isPageWanted: true })
  t.deepEqual(decoded('copy', parameters), { ...transfer, isPageWanted: false })
})

test('a delete without a trash is permanently, which this front end has asked the user about', (t) => {
  t.like(decoded('delete', parametersOf(named)), {
    isPermanent: 'where-no-trash',
    isPageWanted: true,
  })
  t.like(decoded('delete', parametersOf({ ...named, _forever: '1' })), {
    isPermanent: true,
  })
})

test('a trash is emptied of what is shown of it', (t) => {
  t.like(decoded('purge', parametersOf({ _mbox: 'Trash' })), {
    uidValidity: 'shown',
    isPageWanted: true,
  })
})
