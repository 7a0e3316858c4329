import { readFile } from 'node:fs/promises'
import test from 'ava'
import { readContactFile } from '../../../../plugin/contacts/format/read-file.ts'

/** Files as other programs write them: how many contacts there are, and what they say. */
const cases: readonly (readonly [string, number, readonly string[]])[] = [
  ['two-cards-on-one-line-break.vcf', 2, ['one@sender.example', 'two@sender.example']],
  ['end-missing.vcf', 1, ['Ada Quill', 'ada@sender.example']],
  [
    'email-forms.vcf',
    1,
    ['"ada@sender.example"', '"a2@sender.example"', '"a3@sender.example"', '"a4@sender.example"'],
  ],
  [
    'outlook-de.csv',
    1,
    [
      ...['Jörgine', 'Größe', 'Übersee GmbH', 'joergine@sender.example', 'j2@sender.example'],
      ...['+49 221 111', '+49 221 222', '+49 171 333', 'Hauptstraße 1', 'Köln', '50667'],
      ...['Deutschland', 'Zweite Zeile', '1990-04-12'],
    ],
  ],
  ['outlook-pl.csv', 1, ['Łukasz', 'Żółć', 'Góra SA', 'lukasz@sender.example', '+48 1', '+48 6']],
  ['outlook-ja.csv', 1, ['太郎', '山田', '山田 太郎', 'taro@sender.example', '03-1', '090-1']],
  ['yahoo.csv', 1, ['Ada', 'Quill', 'ada@sender.example', 'Sea']],
  ['tabs.csv', 1, ['Jörg', 'jm@sender.example', '+49 1']],
  ['thunderbird-de.csv', 1, ['Jörg Maß', 'jm@sender.example', 'j2@sender.example', 'Übersee']],
  ['thunderbird.ldif', 2, ['Jörg Maß', 'jm@sender.example', 'j2@sender.example', 'ada@']],
  ['no-header-line.csv', 2, ['Ada Quill', 'ada@sender.example', '+49 1', 'Bo', 'bo@']],
  ['only-addresses.txt', 2, ['ada@sender.example', 'bo@sender.example']],
]

for (const [name, count, said] of cases) {
  test(`a file of another program is read: ${name}`, async (t) => {
    const file = await readFile(new URL(`cases/${name}`, import.meta.url))

    const { contacts } = await readContactFile(file, { maxEntries: 100 })

    const text = JSON.stringify(contacts.map(({ contact }) => contact))
    t.is(contacts.length, count)
    t.deepEqual(
      said.filter((words) => !text.includes(words)),
      [],
    )
  })
}
