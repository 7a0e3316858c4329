import test from 'ava'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/database/rows.ts'
import { richText } from '../../support/web/composed.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

async function openDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await page
    .getByRole('row', { name: /Engines/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit draft' }).click()
  await richText(page).waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save draft' }).click()

async function writeFirst(page: Page): Promise<void> {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Subject').fill('Engines')
  await richText(page).fill('First words')
  await save(page)
  await page.getByText('Draft saved').waitFor()
}

/** The first message of Drafts. */
async function markDeleted(t: Teardown, { dovecot, owner }: SignedInPage): Promise<void> {
  const imap = await rawImap(t, dovecot, owner)
  await imap.run('SELECT Drafts')
  await imap.run('STORE 1 +FLAGS (\\Deleted)')
  imap.close()
}

/** A draft that was written in one browser, open in a second one as well. */
async function openTwice(opened: SignedInPage): Promise<Page> {
  const { page } = opened
  await writeFirst(page)
  const other = await opened.openElsewhere()
  await openDraft(other)
  await richText(other).fill('Words of the other')
  await save(other)
  await other.getByText('Draft saved').waitFor()
  await richText(page).fill('My own words')
  return other
}

async function textsIn({ dovecot, owner }: SignedInPage): Promise<readonly string[]> {
  const sources = await dovecot.doveadm.sources(owner, 'Drafts').catch(() => '')
  return ['First words', 'Words of the other', 'My own words'].filter((text) =>
    new RegExp(`^${text}`, 'm').test(sources),
  )
}

for (const [button, remaining] of [
  ['Keep both', ['Words of the other', 'My own words']],
  ['Keep my version', ['My own words']],
] as const) {
  test.serial(`a draft that was changed on another device: ${button}`, async (t) => {
    const opened = await openSignedInPage(t)
    const { page } = opened
    await openTwice(opened)

    await save(page)
    await page.getByRole('dialog', { name: 'This draft was changed elsewhere' }).waitFor()
    t.deepEqual(await textsIn(opened), ['Words of the other'])
    await page.getByRole('button', { name: button }).click()

    await eventually(
      () => textsIn(opened),
      (texts) => texts.join() === remaining.join(),
    )
    t.is(await richText(page).innerText(), 'My own words')
  })
}

test.serial(
  'the version of another device is opened, and undo brings back one’s own',
  async (t) => {
    const opened = await openSignedInPage(t)
    const { page } = opened
    await openTwice(opened)

    await save(page)
    await page.getByRole('button', { name: 'Open the other version' }).click()
    await richText(page).getByText('Words of the other').waitFor()
    await page.getByRole('button', { name: 'Undo' }).and(page.locator('.toast-act')).click()
    await richText(page).last().getByText('My own words').waitFor()

    t.deepEqual(await textsIn(opened), ['Words of the other'])
  },
)

test.serial('an older version is not sent before its writer has chosen it', async (t) => {
  const opened = await openSignedInPage(t)
  const { page, sent } = opened
  await openTwice(opened)
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog', { name: 'This draft was changed elsewhere' }).waitFor()
  t.is(sent().length, 0)
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByText('Message sent').waitFor()

  t.regex(sent()[0]?.source ?? '', /My own words/)
  t.deepEqual(await textsIn(opened), [])
})

test.serial(
  'a version of Thunderbird, which keeps the Message-ID, is opened instead',
  async (t) => {
    const opened = await openSignedInPage(t)
    const { page, dovecot, owner } = opened
    await writeFirst(page)
    const source = await dovecot.doveadm.sources(owner, 'Drafts')
    const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(source)?.[1] ?? ''
    await dovecot.deliver(owner, {
      mailbox: 'Drafts',
      flags: ['\\Draft', '\\Seen'],
      raw: [
        `Message-ID: ${messageId}`,
        'X-Mozilla-Draft-Info: internal/draft; vcard=0; receipt=0; DSN=0; uuencode=0;',
        ' attachmentreminder=0; deliveryformat=1',
        `From: ${owner}`,
        'Subject: Engines',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=UTF-8; format=flowed',
        '',
        'Words of the other',
        '',
      ].join('\r\n'),
    })
    // Marked only, as by a program that leaves the expunge for later.
    await markDeleted(t, opened)
    await richText(page).fill('My own words')

    await save(page)
    await page.getByRole('button', { name: 'Open the other version' }).click()

    t.is(await page.locator('textarea').inputValue(), 'Words of the other\n')
    t.is(await page.getByRole('dialog').count(), 0)
  },
)

test.serial('a draft that another program deleted is saved as a new one, once asked', async (t) => {
  const opened = await openSignedInPage(t)
  const { page, dovecot, owner } = opened
  await writeFirst(page)
  await markDeleted(t, opened)
  const imap = await rawImap(t, dovecot, owner)
  await imap.run('SELECT Drafts')
  await imap.run('EXPUNGE')
  imap.close()
  await richText(page).fill('My own words')

  await save(page)
  await page.getByText('It was changed or deleted elsewhere.').waitFor()
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await page.getByText('Draft saved').last().waitFor()

  t.true((await textsIn(opened)).includes('My own words'))
})
