import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { decodeTransfer } from '../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { isOfThePage, recipientsIn, richText } from '../../support/web/composed.ts'
import { byKeyboard, onPhone, type Way } from '../../support/web/ways.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

/** A GIF of one red pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='
const FILE_BYTES = 25_000_000

const questions = [
  'From: Ada Lovelace <ada@example.org>',
  'Subject: Three questions',
  'Message-ID: <questions@example.org>',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Which engine?</p><p>What day?</p><p>Who pays?</p>',
  '',
].join('\r\n')

const NEWSLETTER =
  '<table bgcolor="#eeeeff"><tr><td><b>Offer</b> of the week <img src="cid:logo@x.test"></td></tr></table>'
const newsletter = [
  'From: Shop <shop@example.org>',
  'Subject: Newsletter',
  'Message-ID: <newsletter@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: text/html; charset=utf-8',
  '',
  NEWSLETTER,
  '--r',
  'Content-Type: image/gif; name=logo.gif',
  'Content-ID: <logo@x.test>',
  'Content-Transfer-Encoding: base64',
  '',
  PIXEL,
  '--r--',
  '',
].join('\r\n')

/** Signs in; INBOX has one message. */
async function open(t: ExecutionContext, { browser }: Way, raw = questions) {
  const opened = await openSignedInPage(t, {
    messages: 0,
    browser,
    prepare: (dovecot, owner) => dovecot.deliver(owner, { mailbox: 'INBOX', raw }),
  })
  await opened.page.getByRole('row').first().waitFor()
  await opened.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return opened
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function startMessage(page: Page, way: Way, subject: string): Promise<void> {
  await way.compose(page)
  await way.write(field(page, 'To'), 'bob@receiver.test')
  await way.write(field(page, 'Subject'), subject)
}

async function send(page: Page, way: Way): Promise<void> {
  await way.press(page.getByRole('button', { name: 'Send', exact: true }))
  await page.getByText('Message sent', { exact: true }).waitFor()
}

/** What arrived, with its lines and letters as they were written. */
function arrived(sent: SignedInPage['sent'], index = 0): string {
  const source = sent()[index]?.source ?? ''
  return decodeTransfer(Buffer.from(source, 'latin1'), 'quoted-printable').toString()
}

/** What another program left in the clipboard. */
async function copy(page: Page, kind: string, content: Buffer): Promise<void> {
  await page.evaluate(
    async ([type, bytes]) => {
      const blob = new Blob([new Uint8Array(bytes)], { type })
      await navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
    },
    [kind, [...content]] as const,
  )
}

async function screenshot(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(90, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 90, 30)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  return Buffer.from(bytes)
}

for (const way of [byKeyboard, onPhone]) {
  test.serial(`an answer takes a table of a spreadsheet along, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way)
    const cells = '<table><tr><td>Seven</td><td>Eight</td></tr></table>'
    await copy(page, 'text/html', Buffer.from(cells))

    await way.openMessage(page, 'Three questions')
    await way.answer(page)
    await way.write(richText(page), 'See below:')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+v')
    await richText(page).getByRole('cell', { name: 'Seven' }).waitFor()
    await send(page, way)

    const source = arrived(sent)
    t.regex(source, /See below:[^]*Seven\s+Eight[^]*> Which engine\?/)
    t.regex(source, /<td[^>]*>Seven<\/td><td[^>]*>Eight<\/td>[^]*<blockquote/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`a newsletter is forwarded unchanged, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way, newsletter)
    await way.openMessage(page, 'Newsletter')
    await page.frameLocator('iframe').getByText('of the week').waitFor()

    await way.forward(page)
    await way.write(field(page, 'To'), 'bob@receiver.test')
    await send(page, way)

    t.true(arrived(sent).includes(NEWSLETTER))
    t.true(sent()[0]?.source.includes(PIXEL))
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`25 MB are sent over a slow line that breaks, ${way.name}`, async (t) => {
    const { page, sent } = await open(t, way)
    const network = await page.context().newCDPSession(page)
    const setLine = (offline: boolean, uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline, latency: 50, downloadThroughput: -1, uploadThroughput },
      })
    const content = randomBytes(FILE_BYTES)
    await startMessage(page, way, 'Plans')
    await way.write(richText(page), 'Here is the plan')
    await setLine(false, 5_000_000)

    const choosing = page.waitForEvent('filechooser')
    await way.press(page.getByRole('button', { name: 'Attach files' }))
    const file = { name: 'plan.bin', mimeType: 'application/octet-stream', buffer: content }
    await (await choosing).setFiles(file)
    await page.waitForFunction(
      () =>
        (document.querySelector<HTMLProgressElement>('.attached progress')?.value ?? 0) > 9_000_000,
    )
    await setLine(true, -1)
    await page.locator('.attached progress.is-waiting').waitFor()
    await setLine(false, -1)
    await page.locator('.attached progress').waitFor({ state: 'detached' })
    await send(page, way)

    const source = sent()[0]?.source ?? ''
    const [, encoded = ''] = /filename=plan\.bin[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source) ?? []
    t.true(Buffer.from(encoded, 'base64').equals(content))
  })

  test.serial(`a message is scheduled for 8:00 and cancelled, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way)
    await startMessage(page, way, 'Tea')

    await way.press(page.getByRole('button', { name: 'Send later' }))
    await way.press(page.getByRole('menuitem', { name: /8:00/ }).first())
    await page.getByText(/^Scheduled for .*8:00/).waitFor()
    await openFolders(page, way)
    await way.press(page.getByRole('link', { name: 'Outbox 1' }))
    await page.getByText(/^Will be sent .*8:00/).waitFor()
    await way.press(page.getByRole('button', { name: 'Cancel sending' }))
    await page.getByText('Nothing is waiting to be sent.').waitFor()

    t.deepEqual(sent(), [])
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`an address moves from To to Bcc, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way)
    await way.compose(page)
    await way.write(field(page, 'To'), 'bob@receiver.test, eve@receiver.test')
    await way.write(field(page, 'Subject'), 'Tea')

    await moveToBcc(page, way, 'eve@receiver.test')
    t.deepEqual(await recipientsIn(page, 'to'), ['bob@receiver.test'])
    t.deepEqual(await recipientsIn(page, 'bcc'), ['eve@receiver.test'])
    await send(page, way)

    t.deepEqual(sent()[0]?.to, ['bob@receiver.test', 'eve@receiver.test'])
    t.notRegex(sent()[0]?.source ?? '', /eve@/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`an answer stands in three places of what it answers, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way)
    await way.openMessage(page, 'Three questions')
    await way.answer(page)
    await way.press(page.getByRole('button', { name: 'quoted text' }))

    for (const [question, answer] of [
      ['Which engine?', 'The first one.'],
      ['What day?', 'Monday.'],
      ['Who pays?', 'I do.'],
    ] as const) {
      await way.setCaretBehind(richText(page), question)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.keyboard.type(answer)
    }
    await send(page, way)

    t.regex(
      arrived(sent),
      /> Which engine\?\s+The first one\.\s+> What day\?\s+Monday\.\s+> Who pays\?\s+I do\./,
    )
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`a screenshot is pasted, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await open(t, way)
    const content = await screenshot(page)
    await copy(page, 'image/png', content)

    await startMessage(page, way, 'Screenshot')
    await way.write(richText(page), 'Look ')
    await page.keyboard.press('Control+v')
    await richText(page).locator('img[src^="blob:"]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' here')
    await send(page, way)

    const source = arrived(sent)
    t.regex(source, /Look(?: |&nbsp;)<img[^>]*src="cid:[^>]*>(?: |&nbsp;)here/)
    t.regex(source, /Content-Type: image\/png/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test.serial(`a message is written from a second identity, ${way.name}`, async (t) => {
    const { page, owner, sent, complaints } = await open(t, way)
    for (const [name, signature] of [
      ['Mia', 'Mia of Rome'],
      ['Office', 'The office'],
    ] as const) {
      await openIdentities(page, way)
      await way.press(page.getByRole('button', { name: 'New identity' }))
      await way.write(field(page, 'Your name'), name)
      await way.write(field(page, 'Signature'), signature)
      await way.press(page.getByRole('button', { name: 'Save', exact: true }))
      await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
    }
    await way.press(page.getByRole('button', { name: 'Close', exact: true }))

    await startMessage(page, way, 'Hours')
    await way.choose(page.getByRole('combobox', { name: 'From' }), `Office <${owner}>`)
    await richText(page).getByText('The office').waitFor()
    await way.write(richText(page), 'From nine to five')
    await send(page, way)

    const source = arrived(sent)
    t.regex(source, /^From: Office </m)
    t.regex(source, /From nine to five\s+-- ?\r\nThe office/)
    t.notRegex(source, /Mia of Rome/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  })

  test(`a message is taken back and sent with another word, ${way.name}`, async (t) => {
    const { page, sent, complaints } = await openSignedInPage(t, {
      browser: way.browser,
      config: { webmail: { undoSeconds: 10 } },
    })
    await page.getByRole('row').first().waitFor()
    await startMessage(page, way, 'Order')
    await way.write(richText(page), 'Ten boxes')
    await way.press(page.getByRole('button', { name: 'Send', exact: true }))
    await way.press(page.getByRole('button', { name: 'Undo' }))
    await richText(page).getByText('Ten boxes').waitFor()

    await way.setCaretBehind(richText(page), 'Ten boxes')
    await page.keyboard.press('Control+Backspace')
    await page.keyboard.type('crates')
    await send(page, way)

    t.is(sent().length, 1)
    t.regex(arrived(sent), /Ten(?: |&nbsp;)crates/)
    t.notRegex(arrived(sent), /boxes/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  })
}

/** On a phone the folders are behind a button. */
async function openFolders(page: Page, way: Way): Promise<void> {
  if (way === onPhone) await way.press(page.getByRole('button', { name: 'Show folders' }))
}

async function openIdentities(page: Page, way: Way): Promise<void> {
  const isOpen = await page.getByRole('button', { name: 'New identity' }).isVisible()
  if (isOpen) return
  if (way === byKeyboard) await page.keyboard.press(',')
  else {
    await openFolders(page, way)
    await way.press(page.getByRole('link', { name: 'Settings' }))
  }
}

async function moveToBcc(page: Page, way: Way, address: string): Promise<void> {
  if (way === onPhone) {
    await way.press(page.getByRole('option', { name: address }))
    await way.press(page.getByRole('menuitem', { name: 'Move to Bcc' }))
    return
  }
  await way.press(page.getByRole('button', { name: 'Cc, Bcc' }))
  await page.keyboard.press('Shift+Tab')
  await page.locator('[name=to]:focus').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('option', { name: address }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+x')
  await way.write(field(page, 'Bcc'), '')
  await page.keyboard.press('Control+v')
}
