import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { openDesk, type Desk } from '../signed-in-page.ts'

const ACL = `
mail_plugins = acl
protocol imap {
  mail_plugins = acl imap_acl
}
plugin {
  acl = vfile
}`

/** A page whose owner may do no more than this in one of their folders (RFC 4314). */
async function openWithRights(
  t: ExecutionContext,
  { mailbox, rights }: { readonly mailbox: string; readonly rights: string },
): Promise<Desk> {
  const desk = await openDesk(t, {
    settings: ACL,
    async prepare(dovecot, owner) {
      const session = await rawImap(t, dovecot, owner)
      await session.run(`CREATE ${mailbox}`).catch(() => undefined)
      await session.run(`SETACL ${mailbox} owner ${rights}`)
    },
  })
  await desk.page.getByRole('row').first().waitFor()
  return desk
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Message text').fill(text)
}

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
    await page.getByRole('button', { name: 'Do without' }).click()
    await banner.waitFor({ state: 'detached' })
  },
)
