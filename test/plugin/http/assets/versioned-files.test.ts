import type { IncomingHttpHeaders } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import test from 'ava'
import {
  createVersionedFiles,
  versionedName,
} from '../../../../plugin/http/assets/versioned-files.ts'

const NAME = 'skins/elastic/ui.min.js?s=1794859272'
const text = Buffer.from('let a = 1\n'.repeat(100))
const response = {
  status: 200,
  headers: {
    'content-type': 'application/javascript',
    'last-modified': 'Mon, 16 Nov 2026 20:01:12 GMT',
  },
  body: text,
}

test('a file of the version that its address names is stored with its compressed forms', async (t) => {
  const files = createVersionedFiles(1_000_000)

  await files.keep(NAME, {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip' },
    body: gzipSync(text),
  })

  const remaining = files.find(NAME)
  t.is(remaining?.type, 'application/javascript')
  t.deepEqual(remaining?.plain, text)
  t.deepEqual(gunzipSync(remaining?.gzip ?? ''), text)
})

const refused: readonly (readonly [string, IncomingHttpHeaders, number])[] = [
  ['a file of another version', { 'last-modified': 'Mon, 16 Nov 2026 20:01:13 GMT' }, 200],
  ['an answer that is for one person', { 'set-cookie': ['a=1'] }, 200],
  ['a failure', {}, 404],
]
for (const [what, headers, status] of refused) {
  test(`${what} is not kept`, async (t) => {
    const files = createVersionedFiles(1_000_000)

    await files.keep(NAME, {
      ...response,
      status,
      headers: { ...response.headers, ...headers },
    })

    t.is(files.find(NAME), undefined)
  })
}

test('the longest unused file makes room, and no room keeps none', async (t) => {
  const room = createVersionedFiles(text.length * 1.5)
  const none = createVersionedFiles(0)
  const other = NAME.replace('ui', 'other')

  for (const name of [NAME, other]) await room.keep(name, response)
  await none.keep(NAME, response)

  t.is(room.find(NAME), undefined)
  t.not(room.find(other), undefined)
  t.is(none.find(NAME), undefined)
})

test('only files of a skin with a version and nothing else in their address have a name', (t) => {
  const name = (file: string, query: string) => versionedName(file, new URLSearchParams(query))

  t.is(name('skins/elastic/ui.min.js', 's=17'), 'skins/elastic/ui.min.js?s=17')
  t.is(name('skins/elastic/ui.min.js', ''), undefined)
  t.is(name('skins/elastic/ui.min.js', 's=17&x=1'), undefined)
  t.is(name('skins/elastic/ui.min.js', 's=new'), undefined)
  t.is(name('plugins/x/run.php', 's=17'), undefined)
  t.is(name('other/ui.min.js', 's=17'), undefined)
})
