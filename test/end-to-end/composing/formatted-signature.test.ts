import test from 'ava'
import { decodeTransfer } from '../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial(
  'a formatted signature is written in the settings, and sent with its looks',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()

    await page.keyboard.press(',')
    await page.getByRole('button', { name: 'New identity' }).click()
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Signature format').selectOption('formatted')
    const inside = page.frameLocator('iframe[title="Signature"]').getByRole('textbox')
    await inside.pressSequentially('Ann Other')
    await inside.press('Control+a')
    await page.getByRole('button', { name: 'Bold' }).click()
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByLabel('Link address').fill('https://sender.test/')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'New identity' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Hello')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Message sent').waitFor()

    const raw = sent(owner)[0]?.source ?? ''
    const source = decodeTransfer(Buffer.from(raw, 'latin1'), 'quoted-printable').toString()
    t.regex(source, /multipart\/alternative[^]*--\r\nAnn Other \[https:/)
    t.regex(source, /-- <br>.*<b><a href="https:\/\/sender\.test\/">Ann Other<\/a><\/b>/)
    t.deepEqual(complaints, [])
  },
)
