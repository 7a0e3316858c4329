import test, { type ExecutionContext } from 'ava'
import type { Route } from 'playwright-core'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** A new message of a user who writes rich text. */
async function openEditor(t: ExecutionContext) {
  const { page, api, complaints } = await openMail(t, { writeFormat: 'formatted' })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  const inside = page.frameLocator('.editor-frame').getByRole('textbox')
  await inside.click()
  const tool = (name: string) => page.getByRole('button', { name, exact: true })
  /** What would be sent, without the attributes of its lines. */
  const sent = async () => {
    await page.getByLabel('To', { exact: true }).fill('ada@example.test')
    await page.getByLabel('Subject').fill('Test')
    const call = api.next('send')
    await inside.press('Control+Enter')
    return (await call).input.html?.replaceAll(' dir="auto"', '') ?? ''
  }
  return { page, inside, tool, sent, complaints }
}

test('text gets a colour and a highlight by keys, which go out as styles, and loses them again', async (t) => {
  const { page, inside, tool, sent, complaints } = await openEditor(t)
  await inside.pressSequentially('Red')
  await inside.press('Shift+Home')
  await tool('Text color').click()
  const none = tool('No color')
  t.true(await none.evaluate((button) => button === document.activeElement))
  await tool('Red').press('Enter')
  await tool('Highlight').click()
  await tool('Yellow').click()
  await inside.locator('.color .highlight, .highlight .color').waitFor()
  await tool('Text color').click()
  await tool('Blue').click()
  await tool('Highlight').click()
  await page.keyboard.press('Escape')
  t.true(await inside.evaluate((body) => body.ownerDocument.hasFocus()))
  await tool('Highlight').click()
  await none.click()

  t.regex(await sent(), /^<div><span style="color: ?#2c50c9;?">Red<\/span><\/div>/)
  t.deepEqual(complaints, [])
})

test('a table is inserted, gets and loses rows and columns, and each step is undone', async (t) => {
  const { inside, tool, sent, complaints } = await openEditor(t)
  const size = async () => [
    await inside.locator('tr').count(),
    await inside.locator('tr').first().locator('td').count(),
  ]
  const change = async (name: string) => {
    await tool('Table').click()
    await tool(name).click()
  }
  await inside.pressSequentially('Above')
  await inside.press('Enter')
  await change('Insert table')
  t.deepEqual(await size(), [2, 3])
  await inside.pressSequentially('One')
  await change('Add row')
  await change('Add column')
  t.deepEqual(await size(), [3, 4])
  await inside.press('Control+z')
  t.deepEqual(await size(), [3, 3])
  await change('Remove row')
  await change('Remove column')
  t.deepEqual(await size(), [2, 2])

  const html = await sent()

  t.regex(
    html,
    /^<div>Above<\/div><table style="border-collapse: ?collapse;?"><tbody><tr><td [^>]+>/,
  )
  t.deepEqual(complaints, [])
})

test('a text that comes late leaves the focus in the field that is typed into', async (t) => {
  const { page, api, complaints } = await openMail(t, { writeFormat: 'formatted' })
  await page.getByRole('row').first().waitFor()
  const held = new Promise<Route>((resolve) => {
    void page.route(/\/postern\/message/, resolve, { times: 1 })
  })
  await page.keyboard.press('c')
  const to = page.getByLabel('To', { exact: true })
  await to.pressSequentially('ada@ex')
  await (await held).continue()
  await page.frameLocator('.editor-frame').getByRole('textbox').waitFor()
  await page.keyboard.type('ample.test')
  t.true(await to.evaluate((field) => field === document.activeElement))
  await page.getByLabel('Subject').fill('Order')
  const call = api.next('send')
  await page.keyboard.press('Control+Enter')

  t.is((await call).input.to, 'ada@example.test')
  t.deepEqual(complaints, [])
})

test('a key continues from one tool to the next, around the end', async (t) => {
  const { page, tool } = await openEditor(t)
  await tool('Undo').focus()
  await page.keyboard.press('ArrowLeft')

  t.is(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'Insert image',
  )
})

const typed = [
  ['> Quoted', /^<blockquote.*><div>Quoted<\/div><\/blockquote>/, '> '],
  ['- One', /^<ul><li>(<div>)?One/, '- '],
  ['* One', /^<ul><li>(<div>)?One/, '* '],
  ['1. One', /^<ol><li>(<div>)?One/, '1. '],
] as const

for (const [keys, expected, start] of typed) {
  test(`"${start}" at the start of a line formats it, and one undo brings the characters back`, async (t) => {
    const { inside, sent, complaints } = await openEditor(t)
    await inside.pressSequentially(start)
    await inside.press('Control+z')
    t.is((await inside.textContent())?.replaceAll('\u00a0', ' '), start)
    await inside.press('Control+a')
    await inside.pressSequentially(keys)

    t.regex(await sent(), expected)
    t.deepEqual(complaints, [])
  })
}

test('words between two stars on each side become bold, and what follows does not', async (t) => {
  const { inside, sent, complaints } = await openEditor(t)
  await inside.pressSequentially('A **bold word** here, 2 ** 3 ** 4 and ** none**')

  t.regex(await sent(), /^<div>A <b>bold word<\/b> here, 2 \*\* 3 \*\* 4 and \*\* none\*\*<\/div>/)
  t.deepEqual(complaints, [])
})
