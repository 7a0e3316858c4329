import { deflateSync } from 'node:zlib'
import test from 'ava'
import { pngHeader } from '../../support/pictures/picture-headers.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

interface File {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** A message with these files. */
function messageWith(owner: string, files: readonly File[]): string {
  const parts = files.map(({ name, type, content }) =>
    [
      '--=b',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
  return [
    'From: Bea <bea@example.org>',
    `To: ${owner}`,
    'Subject: Files',
    'Message-ID: <files@example.org>',
    'Content-Type: multipart/mixed; boundary="=b"',
    '',
    '--=b',
    '',
    'See the files.',
    ...parts,
    '--=b--',
    '',
  ].join('\r\n')
}

async function openFiles(
  t: Parameters<typeof openSignedInPage>[0],
  files: readonly File[],
  browser: NonNullable<Parameters<typeof openSignedInPage>[1]>['browser'] = {},
): Promise<SignedInPage> {
  const opened = await openSignedInPage(t, {
    browser,
    prepare: (dovecot, owner) =>
      dovecot.deliver(owner, { mailbox: 'INBOX', raw: messageWith(owner, files), flags: [] }),
  })
  await opened.page.getByRole('row', { name: /Files/ }).click()
  await opened.page.getByText('See the files.').waitFor()
  return opened
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photo: File = { name: 'photo.png', type: 'image/png', content: pixel }
const unnamed: File = { name: 'other.png', type: 'application/octet-stream', content: pixel }
const notes: File = {
  name: 'notes.txt',
  type: 'text/plain; charset=iso-8859-2',
  content: Buffer.from([0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6]),
}
const prices: File = {
  name: 'prices.csv',
  type: 'text/csv; charset=utf-8',
  content: Buffer.from('Fruit;Price\r\nApple;2,50\r\n"Pear; green";<b>3</b>\r\n'),
}

/** What a browser would decode to 3.6 gigabytes, in a few kilobytes. */
function hugePng(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)])
  }
  const header = Buffer.concat([pngHeader(30_000, 30_000), Buffer.alloc(4)])
  const pixels = deflateSync(Buffer.alloc(4_000_000))
  return Buffer.concat([header, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test.serial('files are seen one after the other without being saved', async (t) => {
  const { page, complaints } = await openFiles(t, [photo, notes, prices, unnamed])
  const opener = page.getByRole('button', { name: /photo\.png/ })
  const viewer = page.getByRole('dialog')

  await opener.click()
  await viewer.getByRole('img', { name: 'photo.png' }).waitFor()
  const isDecoded = (name: string) =>
    viewer.getByRole('img', { name }).evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return false
      await image.decode()
      return image.naturalWidth === 1
    })
  t.true(await isDecoded('photo.png'))

  await page.keyboard.press('ArrowRight')
  await viewer.getByText('Zażółć').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('cell', { name: 'Pear; green' }).waitFor()
  t.is(await viewer.getByRole('columnheader').count(), 2)
  await viewer.getByRole('cell', { name: '<b>3</b>' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('img', { name: 'other.png' }).waitFor()
  t.true(await isDecoded('other.png'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('4 of 4').waitFor()
  const link = viewer.getByRole('link', { name: 'Download' })
  t.is(await link.getAttribute('download'), 'other.png')

  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  t.true(await opener.evaluate((button) => button === document.activeElement))
  t.deepEqual(complaints, [])
})

const card: File = {
  name: 'people.vcf',
  type: 'application/octet-stream',
  content: Buffer.from(
    ['Ada', 'Grace']
      .map(
        (name) =>
          `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nN:;${name};;;\r\nEMAIL:${name}@example.org\r\nEND:VCARD\r\n`,
      )
      .join(''),
  ),
}

test.serial('the people of an attached vCard are added to the contacts', async (t) => {
  const { page, complaints } = await openFiles(t, [card])
  await page.getByRole('button', { name: /people\.vcf/ }).click()
  const viewer = page.getByRole('dialog')
  await viewer.getByText('FN:Grace').waitFor()

  await viewer.getByRole('button', { name: 'Add to contacts' }).click()
  await page.getByText('2 added, 0 completed, 0 were there already.').waitFor()
  await viewer.getByRole('button', { name: 'Add to contacts' }).click()
  await page.getByText('0 added, 0 completed, 2 were there already.').waitFor()

  const notice = page.getByText('0 added, 0 completed, 2 were there already.')
  t.true(
    await notice.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
      return onTop !== null && (element.contains(onTop) || onTop.contains(element))
    }),
    'it lies over the file',
  )
  t.deepEqual(complaints, [])
})

test.serial('going back closes a file and leaves its message open', async (t) => {
  const { page } = await openFiles(t, [photo])
  await page.getByRole('button', { name: /photo\.png/ }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'photo.png' }).waitFor()

  await page.goBack()

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('See the files.').waitFor()
  t.pass()
})

test.serial(
  'a picture of 30,000 x 30,000 pixels is offered to be saved, not decoded',
  async (t) => {
    const huge: File = { name: 'huge.png', type: 'image/png', content: hugePng() }
    const { page } = await openFiles(t, [huge, notes])
    const answer = page.waitForResponse((response) => response.url().includes('_action=get'))

    await page.getByRole('button', { name: /huge\.png/ }).click()

    t.is((await answer).status(), 422)
    const viewer = page.getByRole('dialog')
    await viewer.getByText('This file cannot be shown here.').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('Zażółć').waitFor()
    await page.keyboard.press('ArrowLeft')
    const saved = page.waitForEvent('download')
    await viewer.getByRole('link', { name: 'Download' }).click()
    t.is((await saved).suggestedFilename(), 'huge.png')
  },
)

test.serial('of a long text the beginning is shown, and that there is more', async (t) => {
  const content = Buffer.alloc(3 * 1024 * 1024, 'A line of a long log file.\n')
  const { page } = await openFiles(t, [{ name: 'long.log', type: 'text/plain', content }])

  await page.getByRole('button', { name: /long\.log/ }).click()

  await page.getByText('Only the beginning is shown.').waitFor()
  const lines = await page.locator('.viewer-text').textContent()
  t.is(lines?.length, 1024 * 1024)
})

/** A second of silence: PCM, 8,000 samples of one byte. */
function silence(): Buffer {
  const header = Buffer.from('524946460000000057415645666d7420100000000100010040', 'hex')
  const format = Buffer.from('1f0000401f0000010008006461746100000000', 'hex')
  const file = Buffer.concat([header, format, Buffer.alloc(8_000, 0x80)])
  file.writeUInt32LE(file.length - 8, 4)
  file.writeUInt32LE(8_000, 40)
  return file
}

test.serial('attached sound is played by the browser', async (t) => {
  const sound: File = { name: 'voice.wav', type: 'audio/wav', content: silence() }
  const broken: File = { name: 'broken.mp3', type: 'audio/mpeg', content: Buffer.from('none') }
  const { page } = await openFiles(t, [sound, broken])
  const viewer = page.getByRole('dialog')

  await page.getByRole('button', { name: /voice\.wav/ }).click()

  await page.waitForFunction(() => document.querySelector('audio')?.duration === 1)
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('This file cannot be shown here.').waitFor()
  t.is(await viewer.getByRole('link', { name: 'Download' }).getAttribute('download'), 'broken.mp3')
})
