import test, { type ExecutionContext } from 'ava'
import { findEmoji, typedName } from '../../../../../plugin/web/views/editor/emoji/find-emoji.ts'
import { loadEmojiNames } from '../../../../../plugin/web/views/editor/emoji/emoji-names.ts'
import type { PageLanguage } from '../../../../../plugin/wire/native/types.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

async function openText(
  t: ExecutionContext,
  writeFormat: 'plain' | 'formatted',
  language: PageLanguage = 'en',
) {
  const { page, api, complaints } = await openMail(t, {
    writeFormat,
    prepare: (fake) => (fake.language = language),
  })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  const text =
    writeFormat === 'plain'
      ? page.locator('textarea[name=message]')
      : page.frameLocator('.editor-frame').getByRole('textbox')
  await text.click()
  const words = async () =>
    (await (writeFormat === 'plain' ? text.inputValue() : text.innerText())).replaceAll(
      '\u00a0',
      ' ',
    )
  return { page, api, text, words, complaints, choices: page.locator('.emoji-choices') }
}

for (const writeFormat of ['plain', 'formatted'] as const) {
  test(`an emoji is chosen by its name with keys, and one undo brings the characters back (${writeFormat})`, async (t) => {
    const { page, text, words, complaints, choices } = await openText(t, writeFormat)

    await text.pressSequentially('Well :smi')
    await choices.getByRole('option').nth(5).waitFor()
    await page.keyboard.press('ArrowDown')
    const second = (await choices.locator('[aria-selected=true]').innerText()).trim()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const taken = (await words()).trim()
    await page.keyboard.press('Control+z')
    const undone = (await words()).trim()
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.type(' then :tada')
    await choices.getByRole('option', { name: '🎉' }).waitFor()
    await page.keyboard.press('Tab')

    t.regex(second, /smi/)
    t.regex(taken, /^Well \p{Emoji_Presentation}$/u)
    t.is(undone, 'Well :smi')
    t.is((await words()).trim(), `${taken} then 🎉`)
    t.is(await choices.count(), 0)
    t.deepEqual(complaints, [])
  })

  test(`Escape closes what is offered and not the message, and Enter is a new line then (${writeFormat})`, async (t) => {
    const { page, text, words, choices } = await openText(t, writeFormat)

    await text.pressSequentially(':heart')
    await choices.waitFor()
    await page.keyboard.press('Escape')
    await choices.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.keyboard.type('more')

    t.regex(await words(), /^:heart\nmore/)
  })
}

test('an emoji is found by a name in the language of the page, and by a click', async (t) => {
  const { page, text, words, choices } = await openText(t, 'formatted', 'de')

  await text.pressSequentially(':katze')
  await choices.getByRole('option', { name: '😹' }).click()
  await page.keyboard.type('!')

  t.is((await words()).trim(), '😹!')
})

test('a time, an address and a colon within words name no emoji', (t) => {
  for (const typed of ['at 12:30', 'http://ab', 'a:bc', ':', ': abc', ':s', ':30', ':smile:'])
    t.is(typedName(typed), undefined, typed)
  t.is(typedName('well :smi'), 'smi')
  t.is(typedName('(:+1'), '+1')
})

test('what begins as it is typed stands before what only has such a word', async (t) => {
  const names = findEmoji(await loadEmojiNames('en'), 'thumbs').map(({ name }) => name)

  t.true(names.includes('thumbsup'))
  t.is(findEmoji(await loadEmojiNames('fr'), 'coeur_rouge')[0]?.emoji, '❤️')
  t.is(findEmoji(await loadEmojiNames('ar'), 'heart')[0]?.emoji, '❤️')
})
