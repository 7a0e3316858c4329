import test from 'ava'
import type { Page } from 'playwright-core'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

/** A server that makes no folder but INBOX, and marks none. */
const bare = `
namespace inbox {
${['Drafts', 'Junk', 'Sent', 'Trash'].map((name) => `  mailbox ${name} {\n    auto = no\n    special_use =\n  }`).join('\n')}
}`

/** All folders of the owner, and whether they are subscribed, as another program sees them. */
async function foldersOf(
  t: Parameters<typeof rawImap>[0],
  { dovecot, owner }: SignedInPage,
): Promise<readonly string[]> {
  const client = await rawImap(t, dovecot, owner)
  const lines = await client.run('LSUB "" "*"')
  client.close()
  return lines
    .flatMap((line) => /^\* LSUB \([^)]*\) "\." "?([^"]+)"?$/.exec(line)?.[1] ?? [])
    .sort()
}

async function messagesIn(
  t: Parameters<typeof rawImap>[0],
  { dovecot, owner }: SignedInPage,
  mailbox: string,
): Promise<number> {
  const client = await rawImap(t, dovecot, owner)
  const lines = await client.run(`STATUS ${mailbox} (MESSAGES)`)
  client.close()
  return Number(/MESSAGES (\d+)/.exec(lines.join(''))?.[1])
}

async function toggle(page: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await page
      .getByRole('row')
      .nth(n)
      .click({ modifiers: ['Control'] })
  }
}

test.serial(
  'where a folder is missing the first act that needs it offers to make it, and writing makes its own',
  async (t) => {
    const signedInPage = await openSignedInPage(t, { settings: bare, messages: 6 })
    const { page, sent, complaints } = signedInPage
    await page.getByRole('row').first().waitFor()

    // Two messages, one key: nothing is deleted permanently unasked, and the way that loses nothing is offered.
    await toggle(page, 2)
    await page.keyboard.press('#')
    await page.getByRole('heading', { name: 'There is no Trash folder' }).waitFor()
    await page.getByText('2 messages will be deleted permanently').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    t.is(await messagesIn(t, signedInPage, 'INBOX'), 6)
    await page.keyboard.press('#')
    await page.getByRole('button', { name: 'Create Trash' }).click()
    await page.getByText('2 messages deleted', { exact: true }).waitFor()
    t.is(await messagesIn(t, signedInPage, 'Trash'), 2)

    // In the trash the same key is permanently, and asks.
    await page.getByRole('link', { name: /^Trash/ }).click()
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    await toggle(page, 1)
    await page.keyboard.press('#')
    await page.getByText('Delete 1 message permanently?').waitFor()
    t.is(await messagesIn(t, signedInPage, 'Trash'), 2)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('Message deleted permanently').waitFor()
    t.is(await messagesIn(t, signedInPage, 'Trash'), 1)

    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    for (const [key, folder] of [
      ['e', 'Archive'],
      ['!', 'Junk'],
    ] as const) {
      await toggle(page, 1)
      await page.keyboard.press(key)
      await page.getByRole('button', { name: `Create ${folder}` }).click()
      await page.getByText(`Moved to ${folder}`).waitFor()
      t.is(await messagesIn(t, signedInPage, folder), 1)
    }

    // Writing asks nothing.
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Order')
    await richText(page).fill('Engines')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    t.is(await messagesIn(t, signedInPage, 'Drafts'), 1)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Message sent', { exact: true }).waitFor()

    t.is(sent().length, 1)
    t.is(await messagesIn(t, signedInPage, 'Sent'), 1)
    t.deepEqual(await foldersOf(t, signedInPage), ['Archive', 'Drafts', 'Junk', 'Sent', 'Trash'])
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'emptying the trash says how much goes, and takes its folders along, hidden ones too',
  async (t) => {
    const signedInPage = await openSignedInPage(t, {
      prepare: async (dovecot, owner) => {
        const client = await rawImap(t, dovecot, owner)
        for (const path of ['Trash.Old', 'Trash.Old.Older', 'Trash.Hidden', 'Trashes']) {
          await client.run(`CREATE ${path}`)
          if (path !== 'Trash.Hidden') await client.run(`SUBSCRIBE ${path}`)
        }
        client.close()
        await dovecot.seed(owner, 2, 'Trash')
        await dovecot.seed(owner, 1, 'Trash.Old.Older')
        await dovecot.seed(owner, 4, 'Trash.Hidden')
      },
    })
    const { page, complaints } = signedInPage
    await page.locator('[data-folder="Trash.Old"]').click()
    await page.getByRole('heading', { name: 'Old', exact: true }).waitFor()

    await page
      .getByRole('button', { name: 'Actions for Trash', exact: true })
      .click({ force: true })
    await page.getByRole('button', { name: 'Empty folder' }).click()
    await page.getByText('Delete 7 messages and 3 folders in Trash permanently?').waitFor()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('Folder emptied').waitFor()
    await page.locator('[data-folder="Trash.Old"]').waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    t.deepEqual(
      (await foldersOf(t, signedInPage)).filter((path) => path.startsWith('Trash')),
      ['Trash', 'Trashes'],
    )
    t.is(await messagesIn(t, signedInPage, 'Trash'), 0)
    t.deepEqual(complaints, [])
  },
)

test.serial('the question before a folder is deleted counts all that is below it', async (t) => {
  const { page } = await openSignedInPage(t, {
    prepare: async (dovecot, owner) => {
      const client = await rawImap(t, dovecot, owner)
      for (const path of ['Work', 'Work.Old']) {
        await client.run(`CREATE ${path}`)
        await client.run(`SUBSCRIBE ${path}`)
      }
      client.close()
      await dovecot.seed(owner, 2, 'Work')
      await dovecot.seed(owner, 3, 'Work.Old')
    },
  })

  await page.locator('[data-folder=Work]').press('Delete')

  const asked = page.getByText('Work with 5 messages and 1 folder will be deleted.')
  await asked.waitFor()
  t.true(await page.locator('[data-folder=Work]').isVisible())
})

test.serial(
  'a folder that is chosen as the trash is it from then on, also after the next sign-in',
  async (t) => {
    const signedInPage = await openSignedInPage(t, {
      prepare: async (dovecot, owner) => {
        const client = await rawImap(t, dovecot, owner)
        await client.run('CREATE Rubbish')
        await client.run('SUBSCRIBE Rubbish')
        client.close()
      },
    })
    const { page, owner, dovecot, complaints } = signedInPage
    const menuOf = (path: string) => page.locator(`li:has(> [data-folder="${path}"]) .folder-more`)

    await menuOf('Rubbish').click({ force: true })
    await page.getByRole('combobox', { name: 'Use as' }).selectOption('Trash')
    await page.getByText('Rubbish is now used as Trash').waitFor()
    await toggle(page, 1)
    await page.keyboard.press('#')
    await page.getByText('Message deleted', { exact: true }).waitFor()
    t.is(await messagesIn(t, signedInPage, 'Rubbish'), 1)

    t.deepEqual(complaints, [])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.fill('input[name=_user]', owner)
    await page.fill('input[name=_pass]', dovecot.password)
    await page.click('button[type=submit]')
    await page.locator('[data-folder=Rubbish][data-own=false]').waitFor()
    await menuOf('Rubbish').click({ force: true })
    await page.getByRole('combobox', { name: 'Use as' }).selectOption('Ordinary folder')
    await page.getByText('Rubbish is an ordinary folder').waitFor()

    await page.locator('[data-folder=Trash][data-own=false]').waitFor()
    t.is(await page.locator('[data-folder=Rubbish][data-own=true]').count(), 1)
    // A refresh that the sign-out overtakes is refused.
    t.deepEqual(
      complaints.filter((complaint) => !complaint.includes('401')),
      [],
    )
  },
)

test.serial(
  'the folder of a use is walked to by arrow keys, and no folder on the way loses its own use',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, {
      prepare: async (dovecot, owner) => {
        const client = await rawImap(t, dovecot, owner)
        for (const path of ['Bills', 'Letters', 'Work']) {
          await client.run(`CREATE ${path}`)
          await client.run(`SUBSCRIBE ${path}`)
        }
        client.close()
      },
    })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Special folders' }).click()
    const archive = page.getByRole('combobox', { name: 'Archive' })
    await archive.focus()

    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByText('Work is now used as Archive').waitFor()

    t.is(await archive.inputValue(), 'Work')
    for (const name of ['Drafts', 'Sent', 'Junk', 'Trash']) {
      t.is(await page.getByRole('combobox', { name }).inputValue(), name)
    }
    t.is(await page.locator('[data-folder=Work][data-own=false]').count(), 1)
    t.is(await page.locator('[data-folder=Bills][data-own=true]').count(), 1)
    t.deepEqual(complaints, [])
  },
)
