import test, { type ExecutionContext } from 'ava'
import { aclSettings } from '../../support/dovecot/acl.ts'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/database/rows.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { quotaSettings } from '../../support/dovecot/quota.ts'
import { richText } from '../../support/web/composed.ts'
import { untilCopied } from '../../support/web/browser-copies.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

/** A page whose owner may do no more than this in one of their folders (RFC 4314). */
async function openWithRights(
  t: ExecutionContext,
  { mailbox, rights }: { readonly mailbox: string; readonly rights: string },
): Promise<SignedInPage & { readonly textsIn: (mailbox: string) => Promise<readonly string[]> }> {
  const signedInPage = await openSignedInPage(t, {
    settings: aclSettings,
    async prepare(dovecot, owner) {
      const session = await rawImap(t, dovecot, owner)
      await session.run(`CREATE ${mailbox}`).catch(() => undefined)
      await session.run(`SETACL ${mailbox} owner ${rights}`)
    },
  })
  const { dovecot, owner } = signedInPage
  const textsIn = async (of: string) =>
    (await dovecot.doveadm.sources(owner, of).catch(() => '')).match(/^Precious.*$/gm) ?? []
  await signedInPage.page.getByRole('row').first().waitFor()
  return { ...signedInPage, textsIn }
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill(text)
}

/** Long enough for several saves that no one requests, and for their responses. */
async function passMinutes(page: Page): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    await page.clock.fastForward(20_000)
    await page.evaluate(async () => fetch('?', { method: 'HEAD' }).catch(() => null))
  }
}

test.serial(
  'where drafts cannot be deleted saving automatically rests and is told once, and Save continues',
  async (t) => {
    const { page, textsIn } = await openWithRights(t, { mailbox: 'Drafts', rights: 'lrwsi' })
    const drafts = () => textsIn('Drafts')
    await page.clock.install()
    await page.reload()
    await page.getByRole('row').first().waitFor()
    await write(page, 'Precious one')
    await page.clock.fastForward(20_000)
    await eventually(drafts, (texts) => texts.length === 1)
    await page.getByText(/^Saved /).waitFor()
    await richText(page).fill('Precious two')
    await page.clock.fastForward(20_000)
    await eventually(drafts, (texts) => texts.length === 2)
    const message = page.getByText('no longer saved automatically', { exact: false })
    await message.waitFor()
    await page.clock.fastForward(20_000)
    await message.waitFor({ state: 'detached' })

    for (const text of ['Precious three', 'Precious four', 'Precious five']) {
      await richText(page).fill(text)
      await passMinutes(page)
    }
    t.deepEqual(await drafts(), ['Precious one', 'Precious two'])
    t.is(await message.count(), 0)
    await untilCopied(page, 'Precious five')

    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    t.deepEqual(await drafts(), ['Precious one', 'Precious two', 'Precious five'])
  },
)

test.serial(
  'a message whose draft cannot be deleted says after it was sent that the draft stays',
  async (t) => {
    const { page, textsIn, sent } = await openWithRights(t, { mailbox: 'Drafts', rights: 'lrwsi' })
    await write(page, 'Precious')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()

    await page.getByRole('button', { name: 'Send', exact: true }).click()

    await page.getByText('Message sent. Its draft stays in Drafts').waitFor()
    t.is(sent().length, 1)
    t.deepEqual(await textsIn('Drafts'), ['Precious'])
  },
)

test.serial(
  'a copy that Sent does not take is told with the folder and what the server says, and can be done without',
  async (t) => {
    const { page, sent } = await openWithRights(t, { mailbox: 'Sent', rights: 'lrws' })
    await write(page, 'Precious')

    await page.getByRole('button', { name: 'Send', exact: true }).click()

    const banner = page.locator('.banner', { hasText: 'is not in Sent yet' })
    await banner.getByText('The mail server refused it for the folder “Sent”').waitFor()
    await banner.getByText('Permission denied').waitFor()
    t.is(sent().length, 1)
    await page.getByRole('button', { name: 'Don’t save a copy' }).click()
    await banner.waitFor({ state: 'detached' })
  },
)

test.serial('a copy for which Sent has no room is told with what the server says', async (t) => {
  const { page, sent } = await openSignedInPage(t, {
    settings: quotaSettings('10K'),
    prepare: (dovecot, owner) =>
      dovecot.deliver(owner, {
        raw: `Subject: large\r\n\r\n${'0123456789\r\n'.repeat(1_000)}`,
        flags: [],
      }),
  })
  await page.getByRole('row').first().waitFor()
  await write(page, 'Precious')

  await page.getByRole('button', { name: 'Send', exact: true }).click()

  const banner = page.locator('.banner', { hasText: 'is not in Sent yet' })
  await banner.getByText('The mail server refused it for the folder “Sent”').waitFor()
  await banner.getByText('Quota exceeded').waitFor()
  t.is(sent().length, 1)
})
