import test from 'ava'
import { fakeHttp } from '../../../../support/web/fake-http.ts'
import { createContacts } from '../../../../../plugin/web/state/contacts/contacts.ts'
import { Problem } from '../../../../../plugin/web/wire/http/problem.ts'

test('an import reports how much of its file is sent, until the server has answered', async (t) => {
  const reported: unknown[] = []
  const contacts = createContacts({
    http: fakeHttp({
      async 'import-contacts'(_input, { watch }) {
        watch?.onProgress({ sentBytes: 3, totalBytes: 4 })
        reported.push(contacts.importing.peek())
        throw new Error('the server is away')
      },
    }),
    connection: { reach: (question) => question() },
    unsaved: { leave: (run) => run() },
    signal: new AbortController().signal,
    wait: () => Promise.resolve(),
    onChanged: () => undefined,
  })

  await contacts.importFile(new File(['abcd'], 'people.vcf'))

  t.deepEqual(reported, [{ sentBytes: 3, totalBytes: 4 }])
  t.is(contacts.importing.peek(), undefined)
  t.truthy(contacts.problem.peek())
})

test('a change that was saved in part shows what is there now, and what was not saved', async (t) => {
  let lists = 0
  const partlySaved = new Problem({
    code: 'address_book_partly_saved',
    message: 'Not changed: Ann',
    status: 503,
    canRetry: false,
  })
  const contacts = createContacts({
    http: fakeHttp({
      async contacts({ offset = 0 }) {
        lists += 1
        return {
          ...{ kind: 'contacts', rows: [], offset, total: 0, all: 0, revision: lists },
          ...{ collected: 0, groups: [], isReadOnly: false, isRefused: false, hasDirectory: false },
        }
      },
      'merge-contacts': () => Promise.reject(partlySaved),
    }),
    connection: { reach: (question) => question() },
    unsaved: { leave: (run) => run() },
    signal: new AbortController().signal,
    wait: () => Promise.resolve(),
    onChanged: () => undefined,
  })
  contacts.look({ search: '', group: '', isDirectory: false })

  await contacts.merge([])

  t.is(lists, 2)
  t.is(contacts.problem.peek()?.message, 'Not changed: Ann')
})
