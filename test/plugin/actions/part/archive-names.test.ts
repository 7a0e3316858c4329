import { create as contentDisposition } from 'content-disposition'
import test from 'ava'
import { archiveName, archiveNames } from '../../../../plugin/actions/part/archive-names.ts'

const rows: readonly (readonly [string, string])[] = [
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['LPT³', '_LPT³'],
  ['console.txt', 'console.txt'],
  ['report. . .', 'report'],
  ['..\\..\\evil.bat', '_.._evil.bat'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['a\u200bb.txt', 'ab.txt'],
  ['\u202e', ''],
  ['e\u0301.txt', 'é.txt'],
]

for (const [given, expected] of rows) {
  test(`${JSON.stringify(given)} is ${JSON.stringify(expected)} in an archive`, (t) => {
    t.is(archiveName(given), expected)
  })
}

test('a long name keeps its extension, whole characters and room on every disk', (t) => {
  const name = archiveName(`${'a'.repeat(149)}${'😀'.repeat(100)}.pdf`)

  t.regex(name, /^a{149}(?:😀)+\.pdf$/u)
  t.true(Buffer.byteLength(name) <= 200)
  t.notThrows(() => contentDisposition(name))
})

// By an expression that searches the end of the name this takes hours.
test('a name of a million dots and blanks is cut as any other', (t) => {
  t.is(Buffer.byteLength(archiveName(`a${'. '.repeat(500_000)}b`)), 200)
})

test('names that differ in case, accents or unseen characters only get numbers', (t) => {
  const given = ['A.txt', 'a.txt', 'A (2).txt', 'é', 'E\u0301', 'straße', 'STRASSE', 'a\u200b.txt']

  t.deepEqual(archiveNames(given.map((filename) => ({ filename, fallback: 'part' }))), [
    'A.txt',
    'a (2).txt',
    'A (2) (2).txt',
    'é',
    'É (2)',
    'straße',
    'STRASSE (2)',
    'a (3).txt',
  ])
})

test('ten thousand files of one name are all named apart', (t) => {
  const files = Array.from({ length: 10_000 }, () => ({ filename: 'a.txt', fallback: 'part' }))

  t.is(new Set(archiveNames(files)).size, 10_000)
})
