import test from 'ava'
import { languages, type Language } from '../../../../plugin/language/language.ts'
import { translated } from '../../../../plugin/words/words.ts'
import { catalogues, laterCatalogues } from '../../../../plugin/web/messages/languages.ts'
import { pluralsOf } from '../../../../plugin/web/messages/locale.ts'

/** Numbers that no text has by itself; a name that is one comes out as well. */
const values = [11_000, 23_000, 47_000]

/** In Ukrainian they take the form of one, which is not one alone. */
const valuesLikeOne = [21, 31, 41]

for (const language of languages) {
  test(`every text says what it is given: ${language}`, async (t) => {
    t.deepEqual(silentTexts(await allTexts(language), '', values), [])
    t.deepEqual(silentTexts(await allTexts(language), '', valuesLikeOne), [])
  })

  test(`no text is empty or begins with a space: ${language}`, async (t) => {
    const { contacts, mail, settings } = await laterCatalogues[language]()
    const texts = stringsIn([await catalogues[language](), contacts, mail, settings])

    t.deepEqual(
      texts.filter((text) => text === '' || text !== text.trim()),
      [],
    )
  })
}

test('Polish, Ukrainian and Arabic have their plural forms', (t) => {
  const polish = pluralsOf('pl', ['one', 'few', 'many'])
  const ukrainian = pluralsOf('uk', ['one', 'few', 'many'])
  const arabic = pluralsOf('ar', ['zero', 'one', 'two', 'few', 'many', 'other'])
  const slavic = (plural: typeof polish) =>
    [1, 2, 5, 12, 22, 25].map((count) => plural(count, 'a', 'b', 'c')).join('')

  t.is(slavic(polish), 'abccbc')
  t.is(slavic(ukrainian), 'abccbc')
  t.is([1, 21].map((count) => ukrainian(count, 'a', 'b', 'c')).join(''), 'aa')
  t.is(
    [0, 1, 2, 3, 11, 100].map((count) => arabic(count, '0', '1', '2', 'f', 'm', 'o')).join(''),
    '012fmo',
  )
})

test('names from left to right stand apart in Arabic, and in other languages as they are', async (t) => {
  const { contacts, settings } = await laterCatalogues.ar()
  const [arabic, english] = [await catalogues.ar(), await catalogues.en()]
  const apart = '\u2068Ann (Sales)\u2069'

  t.true(arabic.folderMenu('Ann (Sales)').endsWith(apart))
  t.true(contacts.removed('Ann (Sales)').includes(apart))
  t.true(settings.editIdentity('Ann (Sales)').includes(apart))
  t.false(arabic.moved(3, '').includes('\u2068'))
  t.is(english.folderMenu('Ann'), 'Actions for Ann')
})

test('21 parts that are not shown are no single one in Ukrainian', async (t) => {
  const { partsLeftOut } = await catalogues.uk()

  t.deepEqual(
    [1, 21, 22, 25].filter((count) => !partsLeftOut(count).endsWith('щоб мати все.')),
    [],
  )
})

async function allTexts(language: Language): Promise<object> {
  const { contacts, mail, settings } = await laterCatalogues[language]()
  const server = language === 'en' ? {} : translated[language]
  return { page: await catalogues[language](), contacts, mail, settings, server }
}

/** Texts with a value that does not come out. */
function silentTexts(texts: object, name: string, given: readonly number[]): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const path = `${name}.${key}`
    if (typeof text === 'function') {
      const said = latinDigits(String(Reflect.apply(text, undefined, [...given])))
      return given.slice(0, text.length).every((value) => says(said, value)) ? [] : [path]
    }
    return typeof text === 'object' && text !== null ? silentTexts(text, path, given) : []
  })
}

/** As a number, or as a size: of that many bytes, or kilobytes. */
function says(said: string, value: number): boolean {
  const number = value < 1_000 ? String(value) : `${value / 1_000}(000)?`
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(said)
}

/** Digits as ours, without what groups them. */
function latinDigits(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/(?<=\d)[.,\u066c\u00a0\u202f](?=\d{3})/gu, '')
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
