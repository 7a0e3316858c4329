import test from 'ava'
import type { Page } from 'playwright-core'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { layoutFaults } from '../../support/web/layout-faults.ts'
import { violations } from '../../support/web/violations.ts'
import { openSignedInPage } from '../signed-in-page.ts'

interface Letter {
  readonly mailbox?: string
  readonly from?: string
  readonly text: string
  readonly flags?: readonly string[]
}

/** A conversation, oldest first: each one replies to the one before. */
async function deliverConversation(
  dovecot: Dovecot,
  owner: string,
  letters: readonly Letter[],
): Promise<void> {
  for (const [at, { mailbox = 'INBOX', from, text, flags = ['\\Seen'] }] of letters.entries()) {
    const sender = from ?? `Owner <${owner}>`
    const time = new Date(Date.UTC(2026, 10, 20, 9, at)).toUTCString().replace('GMT', '+0000')
    const raw = [
      `From: ${sender}`,
      `To: ${from === undefined ? 'Zoe <zoe@example.org>' : owner}`,
      `Subject: ${at === 0 ? '' : 'Re: '}Quay`,
      `Date: ${time}`,
      `Message-ID: <${at}@quay.example>`,
      ...(at === 0
        ? []
        : [`In-Reply-To: <${at - 1}@quay.example>`, 'References: <0@quay.example>']),
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n')
    await dovecot.deliver(owner, { mailbox, raw, flags })
  }
}

const zoe = 'Zoe <zoe@example.org>'
const letters: readonly Letter[] = [
  { from: zoe, text: 'Shall we meet at the quay?' },
  { mailbox: 'Sent', text: 'Which of the quays do you mean?' },
  { from: zoe, text: `The northern one.\r\n\r\n${'A long line of words. \r\n'.repeat(80)}` },
  { from: 'Bob <bob@example.org>', text: 'I come as well.', flags: [] },
  { mailbox: 'Drafts', text: 'See you both there' },
]
const prepared = {
  messages: 0,
  prepare: (dovecot: Dovecot, owner: string) => deliverConversation(dovecot, owner, letters),
} as const

const lines = (page: Page, side: 'earlier' | 'later') =>
  page.getByRole('list', { name: new RegExp(`${side} message`) }).getByRole('button')

/** Where the subject of the open message stands below the top of its pane. */
const subjectTop = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('.message-content')?.getBoundingClientRect()
    const subject = document.querySelector('.message-subject')?.getBoundingClientRect()
    return Math.round((subject?.top ?? 0) - (content?.top ?? 0))
  })

test.serial(
  'the other messages of a conversation stand above and below the open one, and open in its place',
  async (t) => {
    const { page, complaints, dovecot, owner } = await openSignedInPage(t, prepared)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByText('The northern one.').waitFor()
    const before = await subjectTop(page)
    await lines(page, 'earlier').nth(1).waitFor({ state: 'attached' })

    t.is(await subjectTop(page), before)
    t.deepEqual(await violations(page), [])
    t.deepEqual(await layoutFaults(page), [])
    t.deepEqual(await lines(page, 'earlier').locator('.conversation-who').allTextContents(), [
      'Zoe',
      'Me',
    ])
    t.deepEqual(await lines(page, 'later').locator('.conversation-words').allTextContents(), [
      'I come as well.',
      'See you both there',
    ])
    await page.getByRole('button', { name: /^Draft|Me Draft/ }).waitFor()
    await page.getByRole('button', { name: /^Unread Bob/ }).waitFor()

    await page.getByRole('button', { name: '2 earlier messages' }).click()
    await lines(page, 'earlier').nth(1).click()
    await page.locator('.plain-text').getByText('Which of the quays').waitFor()
    t.is(await subjectTop(page), before)
    t.is(await lines(page, 'later').count(), 3)
    t.regex(page.url(), /Sent/)

    await page.keyboard.press('n')
    await page.getByText('The northern one.').waitFor()
    await page.keyboard.press('n')
    await page.locator('.plain-text').getByText('I come as well.').waitFor()
    t.is(await lines(page, 'earlier').count(), 3)
    await page.keyboard.press('p')
    await page.getByText('The northern one.').waitFor()
    await page.getByRole('button', { name: /^Bob I come/ }).waitFor()
    t.regex(await dovecot.doveadm.sources(owner, 'INBOX'), /northern/)

    await page.keyboard.press('n')
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Message text' }).waitFor()
    t.regex(await page.locator('.composer').innerText(), /Bob/)
    t.deepEqual(complaints, [])
  },
)

test.serial('on a phone the lines fit, and the way back leads to the list', async (t) => {
  const { page, complaints } = await openSignedInPage(t, {
    ...prepared,
    browser: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
  })
  await page.getByRole('grid').getByRole('row').nth(1).tap()
  await page.getByText('The northern one.').waitFor()
  await lines(page, 'earlier').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '2 earlier messages' }).tap()
  await lines(page, 'earlier').first().tap()
  await page.locator('.plain-text').getByText('Shall we meet').waitFor()
  t.deepEqual(await violations(page), [])
  t.deepEqual(await layoutFaults(page), [])
  await page.goBack()
  await page.getByRole('grid').getByRole('row').first().waitFor()

  t.is(await page.locator('.message').count(), 0)
  t.deepEqual(complaints, [])
})

test.serial('of many messages those in the middle are folded, and unfold', async (t) => {
  const many = Array.from({ length: 40 }, (_, n) => ({ from: zoe, text: `Number ${n}.` }))
  const { page, complaints } = await openSignedInPage(t, {
    messages: 0,
    prepare: (dovecot, owner) => deliverConversation(dovecot, owner, many),
  })
  await page.getByRole('grid').getByRole('row').first().click()
  await page.locator('.plain-text').getByText('Number 39.').waitFor()
  await page.getByRole('button', { name: '39 earlier messages' }).click()
  t.is(await lines(page, 'earlier').count(), 7)

  await page.getByRole('button', { name: '33 more messages' }).click()
  await lines(page, 'earlier').nth(38).waitFor({ state: 'attached' })
  await page.keyboard.press('p')
  await page.locator('.plain-text').getByText('Number 38.').waitFor()

  t.deepEqual(complaints, [])
})

test.serial('a reply that comes while the conversation is open gets its line', async (t) => {
  const { page, dovecot, owner, complaints } = await openSignedInPage(t, {
    messages: 0,
    prepare: (mail, user) => deliverConversation(mail, user, letters.slice(0, 3)),
  })
  await page.getByRole('grid').getByRole('row').nth(0).click()
  await page.getByText('The northern one.').waitFor()
  await lines(page, 'earlier').nth(1).waitFor({ state: 'attached' })
  t.is(await lines(page, 'later').count(), 0)

  const raw = `From: ${zoe}\r\nSubject: Re: Quay\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nReferences: <0@quay.example>\r\n\r\nOne thing more.\r\n`
  await dovecot.deliver(owner, { raw })

  await lines(page, 'later').getByText('One thing more.').waitFor()
  t.deepEqual(complaints, [])
})

test.serial('a message is alone where its reader wants that', async (t) => {
  const { page, complaints } = await openSignedInPage(t, prepared)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Reading' }).click()
  await page.getByLabel('Show the other messages of a conversation').click()
  await page.keyboard.press('Escape')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('_action=conversation')) asked += 1
  })
  await page.getByRole('grid').getByRole('row').nth(1).click()
  await page.getByText('The northern one.').waitFor()
  await page.getByRole('grid').getByRole('row').first().click()
  await page.locator('.plain-text').getByText('I come as well.').waitFor()

  t.is(await lines(page, 'earlier').count(), 0)
  t.is(asked, 0)
  t.deepEqual(complaints, [])
})
