import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial('a stored draft still requests the receipt that was requested', async (t) => {
  const { page, owner, sent, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('bea@example.org')
  await page.getByLabel('Subject').fill('Contract')
  await page.getByLabel('Request a read receipt').check()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Drafts 1 drafts' }).click()
  await page.getByRole('row', { name: /Contract/ }).click()
  await page.getByRole('button', { name: 'Edit draft' }).click()

  t.true(await page.getByLabel('Request a read receipt').isChecked())
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()
  const field = new RegExp(`^Disposition-Notification-To: .*${owner}`, 'm')
  t.regex(sent(owner)[0]?.source ?? '', field)
  t.deepEqual(complaints, [])
})

/** A message that requests a receipt. */
const request = (owner: string, subject: string, fields: readonly string[] = []) =>
  [
    'Return-Path: <bea@example.org>',
    'From: Bea <bea@example.org>',
    `To: ${owner}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.toLowerCase()}@example.org>`,
    'Disposition-Notification-To: Bea <bea@example.org>',
    ...fields,
    '',
    'Please confirm.',
    '',
  ].join('\r\n')

test.serial('a receipt that is requested is sent once, for all programs', async (t) => {
  const { page, owner, sent, openElsewhere, complaints } = await openSignedInPage(t, {
    prepare: (dovecot, user) =>
      dovecot.deliver(user, { mailbox: 'INBOX', raw: request(user, 'Contract'), flags: [] }),
  })
  await page.getByRole('row', { name: /Contract/ }).click()
  await page.getByText('The sender requested a read receipt.').waitFor()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Receipt sent').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor({ state: 'detached' })
  const other = await openElsewhere()
  await other.getByRole('row', { name: /Contract/ }).click()
  await other.getByRole('button', { name: 'Reply', exact: true }).waitFor()

  t.is(await other.getByText('The sender requested a read receipt.').count(), 0)
  const [receipt, ...others] = sent('').filter(({ source }) => source.includes(`: ${owner}\r\n`))
  t.deepEqual(others, [])
  t.deepEqual(receipt?.to, ['bea@example.org'])
  const source = receipt?.source ?? ''
  t.regex(source, /Content-Type: multipart\/report;\s+report-type=disposition-notification/)
  t.regex(source, /^Original-Message-ID: <contract@example\.org>\r$/m)
  t.regex(source, /^Disposition: manual-action\/MDN-sent-manually; displayed\r$/m)
  t.deepEqual(complaints, [])
})

test.serial('anyone who ignores a receipt, or never sends one, is not asked again', async (t) => {
  const { page, owner, sent, openElsewhere, complaints } = await openSignedInPage(t, {
    prepare: async (dovecot, user) => {
      for (const subject of ['Contract', 'Offer']) {
        await dovecot.deliver(user, { mailbox: 'INBOX', raw: request(user, subject), flags: [] })
      }
    },
  })
  const requestsSent = (where: typeof page) =>
    where.getByText('The sender requested a read receipt.')
  await page.getByRole('row', { name: /Contract/ }).click()
  await page.getByRole('button', { name: 'Ignore' }).click()
  await requestsSent(page).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Offer/ }).click()
  await requestsSent(page).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Reading' }).click()
  await page.getByLabel('When a sender requests a read receipt').selectOption('Never send')
  await page.keyboard.press('Escape')
  await requestsSent(page).waitFor({ state: 'detached' })

  const other = await openElsewhere()
  for (const subject of ['Contract', 'Offer']) {
    await other.getByRole('row', { name: new RegExp(subject) }).click()
    await other.getByRole('heading', { name: subject, exact: true }).waitFor()
    t.is(await requestsSent(other).count(), 0)
  }
  t.deepEqual(
    sent('').filter(({ source }) => source.includes(`: ${owner}\r\n`)),
    [],
  )
  t.deepEqual(complaints, [])
})

test.serial(
  'receipts that are always sent wait for a word where another address asks',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t, {
      prepare: async (dovecot, user) => {
        const other = request(user, 'Offer').replace('To: Bea <bea@', 'To: <spy@')
        const raws = [
          request(user, 'Contract'),
          other,
          request(user, 'News', ['List-Id: <n.example>']),
        ]
        for (const raw of raws) await dovecot.deliver(user, { mailbox: 'INBOX', raw, flags: [] })
      },
      config: { tuning: { page: { readAfterSeconds: 0 } } },
    })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Reading' }).click()
    await page.getByLabel('When a sender requests a read receipt').selectOption('Always send')
    await page.keyboard.press('Escape')

    await page.getByRole('row', { name: /News/ }).click()
    await page.getByRole('heading', { name: 'News', exact: true }).waitFor()
    await page.getByRole('row', { name: /Contract/ }).click()
    await page.getByText('Receipt sent').waitFor()
    await page.getByRole('row', { name: /Offer/ }).click()
    await page.getByText('receipt. To: spy@example.org').waitFor()

    const receipts = sent('').filter(({ source }) => source.includes(`: ${owner}\r\n`))
    t.deepEqual(
      receipts.map(({ source }) => /^Original-Message-ID: (.*)\r$/m.exec(source)?.[1]),
      ['<contract@example.org>'],
    )
    t.regex(receipts[0]?.source ?? '', /automatic-action\/MDN-sent-automatically; displayed/)
    t.deepEqual(complaints, [])
  },
)
